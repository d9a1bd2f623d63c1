import type { StepNode } from './steps.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece of a line, as SVG has it. */
export interface Line {
  d: string;
  /** What it leads to: the path of a step or an arm, `<arm> out`, or `end`; null for none alone. */
  to: string | null;
}

/** A place in a list where a step can be put. */
export interface Slot {
  x: number;
  y: number;
  list: string;
  index: number;
}

/** Where everything of a flow is drawn; the trigger is at the path `trigger`, the end at `end`. */
export interface Layout {
  boxes: ReadonlyMap<string, Box>;
  lines: readonly Line[];
  slots: readonly Slot[];
  width: number;
  height: number;
}

/** Measures of the drawing, in pixels. */
export const measures = {
  width: 232,
  height: 76,
  gap: 36,
  columnGap: 28,
  fork: 22,
  label: 26,
  join: 34,
  empty: 20,
  indent: 18,
  rail: 14,
  corner: 8,
  end: 34,
} as const;

/** The layout of one list. */
interface Placed {
  bottom: number;
  right: number;
  /** Whether somebody comes out at its bottom. */
  isOpen: boolean;
}

class Sheet {
  readonly boxes = new Map<string, Box>();
  readonly lines: Line[] = [];
  readonly slots: Slot[] = [];

  line(d: string, to: string | null = null): void {
    this.lines.push({ d, to });
  }

  box(path: string, x: number, y: number, width: number, height: number): void {
    this.boxes.set(path, { x, y, width, height });
  }

  slot(list: string, index: number, x: number, y: number): void {
    this.slots.push({ list, index, x, y });
  }
}

/** Goes down, aside to another column, and down again, with round corners. */
function aside(from: number, to: number, top: number, bend: number, bottom: number): string {
  const { corner } = measures;
  const turn = to > from ? corner : -corner;
  return [
    `M${from} ${top}V${bend - corner}`,
    `Q${from} ${bend} ${from + turn} ${bend}H${to - turn}`,
    `Q${to} ${bend} ${to} ${bend + corner}V${bottom}`,
  ].join('');
}

type PutList = (
  sheet: Sheet,
  nodes: readonly StepNode[],
  at: { list: string; x: number; y: number },
) => Placed;

/**
 * Arms are drawn side by side. The first stays below its branch and the others are to the right of it, so
 * an edit moves only what is below it or to its right.
 */
const placeWide: PutList = (sheet, nodes, { list, x, y }) => {
  const { width, height, gap, columnGap, fork, label, join, empty } = measures;
  const middle = x + width / 2;
  let bottom = y;
  let right = x + width;
  let isOpen = true;
  for (const [index, node] of nodes.entries()) {
    const top = bottom + gap;
    sheet.line(`M${middle} ${bottom}V${top}`, node.path);
    sheet.slot(list, index, middle, bottom + gap / 2);
    sheet.box(node.path, x, top, width, height);
    bottom = top + height;
    isOpen = !node.ends;
    if (node.arms.length === 0) continue;
    const armTop = bottom + fork;
    let armX = x;
    const arms = node.arms.map((arm) => {
      const armMiddle = armX + width / 2;
      sheet.line(
        armX === x
          ? `M${middle} ${bottom}V${armTop}`
          : aside(middle, armMiddle, bottom, bottom + fork / 2, armTop),
        arm.path,
      );
      sheet.box(arm.path, armX, armTop, width, label);
      if (arm.isHeld && arm.nodes.length === 0) {
        const end = { bottom: armTop + label, right: armX + width, isOpen: false };
        armX = end.right + columnGap;
        return { ...end, path: arm.path, middle: armMiddle };
      }
      const placed = placeWide(sheet, arm.nodes, { list: arm.path, x: armX, y: armTop + label });
      armX = placed.right + columnGap;
      return { ...placed, isOpen: placed.isOpen && !arm.isHeld, path: arm.path, middle: armMiddle };
    });
    right = Math.max(right, ...arms.map((arm) => arm.right));
    const lowest = Math.max(...arms.map((arm) => arm.bottom));
    isOpen = arms.some((arm) => arm.isOpen);
    const joinAt = lowest + join;
    for (const arm of arms) {
      if (!arm.isOpen) continue;
      sheet.line(
        arm.middle === middle
          ? `M${middle} ${arm.bottom}V${joinAt}`
          : aside(arm.middle, middle, arm.bottom, joinAt - join / 4, joinAt),
        `${arm.path} out`,
      );
    }
    bottom = isOpen ? joinAt : lowest;
  }
  if (nodes.length === 0) {
    sheet.slot(list, 0, middle, bottom + empty / 2);
    sheet.line(`M${middle} ${bottom}V${bottom + empty}`, `${list} out`);
    return { bottom: bottom + empty, right, isOpen };
  }
  if (isOpen) sheet.slot(list, nodes.length, middle, bottom + gap / 2);
  return { bottom, right, isOpen };
};

/** Arms are drawn below each other, indented, for narrow windows. */
function placeNarrow(whole: number): PutList {
  const { height, gap, label, indent, rail, empty } = measures;
  const place: PutList = (sheet, nodes, { list, x, y }) => {
    const width = Math.max(whole - x, 150);
    const line = x + rail;
    let bottom = y;
    let isOpen = true;
    let right = x + width;
    for (const [index, node] of nodes.entries()) {
      const top = bottom + gap;
      sheet.line(`M${line} ${bottom}V${top}`, node.path);
      sheet.slot(list, index, line, bottom + gap / 2);
      sheet.box(node.path, x, top, width, height);
      bottom = top + height;
      isOpen = !node.ends;
      if (node.arms.length === 0) continue;
      let from = bottom;
      let room = gap / 2;
      const opens = node.arms.map((arm) => {
        const armTop = from + room;
        const armX = x + indent;
        sheet.line(`M${line} ${from}V${armTop + label / 2}H${armX + rail}`, arm.path);
        sheet.box(arm.path, armX + rail, armTop, width - indent - rail, label);
        if (arm.isHeld && arm.nodes.length === 0) {
          from = armTop + label;
          room = gap / 2;
          return false;
        }
        const placed = place(sheet, arm.nodes, {
          list: arm.path,
          x: armX + rail,
          y: armTop + label,
        });
        sheet.line(`M${line} ${armTop + label / 2}V${placed.bottom}`);
        right = Math.max(right, placed.right);
        from = placed.bottom;
        // The place for a further step is between this arm and the label of the next one.
        room = placed.isOpen && arm.nodes.length > 0 ? gap : gap / 2;
        return placed.isOpen && !arm.isHeld;
      });
      bottom = from;
      isOpen = opens.includes(true);
    }
    if (nodes.length === 0) {
      sheet.slot(list, 0, line, bottom + empty / 2);
      return { bottom: bottom + empty, right, isOpen };
    }
    if (isOpen) sheet.slot(list, nodes.length, line, bottom + gap / 2);
    return { bottom, right, isOpen };
  };
  return place;
}

/** Lays a flow out: wide, or for a window of `narrow` pixels. The same flow is always drawn the same way. */
export function layoutFlow(nodes: readonly StepNode[], narrow: number | null = null): Layout {
  const { width, height, gap, end } = measures;
  const sheet = new Sheet();
  const place = narrow === null ? placeWide : placeNarrow(narrow);
  const first = narrow ?? width;
  sheet.box('trigger', 0, 0, first, height);
  const placed = place(sheet, nodes, { list: 'nodes', x: 0, y: height });
  const line = narrow === null ? width / 2 : measures.rail;
  let bottom = placed.bottom;
  if (placed.isOpen) {
    sheet.line(`M${line} ${bottom}V${bottom + gap}`, 'end');
    sheet.box('end', 0, bottom + gap, first, end);
    bottom += gap + end;
  }
  const { boxes, lines, slots } = sheet;
  return { boxes, lines, slots, width: placed.right, height: bottom };
}

/** How wide the line to a step is by the people on it: wider with each doubling, to a limit. */
export function lineWidth(people: number): number {
  return people <= 0 ? 1.5 : Math.min(2 + Math.log2(1 + people), 12);
}
