import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { number, t, tn } from '../platform/words.ts';
import { type Box, type Layout, layoutFlow, lineWidth, type Slot } from './layout.ts';
import { StepIcon } from './step-icon.tsx';
import { armLabel } from './step-text.ts';
import { type ArmNode, allSteps, type StepNode } from './steps.ts';
import { typeLabel } from './type-label.ts';

/** What a layer shows on a step beside its name. */
export interface Decoration {
  /** One line that says what it does. */
  text: string;
  people?: number;
  parked?: number;
  /** Class of the box, such as `added`. */
  tone?: string;
  /** Words in the corner, which its name also says. */
  badge?: { tone: string; text: string } | null;
  draggable?: boolean;
}

interface CanvasProps {
  label: string;
  nodes: readonly StepNode[];
  trigger: Decoration;
  /** The path that is chosen; empty for none. */
  chosen: string;
  onChoose: (path: string) => void;
  of: (node: StepNode) => Decoration;
  /** What a layer shows on an arm beside its name. */
  ofArm?: ((node: StepNode, arm: ArmNode) => string) | undefined;
  /** Keys on the step at a path; true where it took the key. */
  onKey?: (event: KeyboardEvent, path: string) => boolean;
  /** A step was put at a place, by drag and drop. */
  onDrop?: (from: string, slot: Slot) => void;
  /** Places for new steps, where the layer takes them. */
  onAdd?: ((slot: Slot) => void) | undefined;
  /** What the lines lead to that somebody walked. */
  walked?: ReadonlySet<string> | undefined;
}

/** Below this width arms are drawn below each other. */
const narrowWidth = 480;

/** The width of an element, as it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function place({ x, y, width, height }: Box) {
  return { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
}

function Counts({ people = 0, parked = 0 }: Pick<Decoration, 'people' | 'parked'>) {
  if (people + parked === 0) return null;
  return (
    <span class="step-counts">
      {people > 0 && (
        <span class="badge accent">
          <span aria-hidden="true">{number(people)}</span>
          <span class="sr">{tn('canvas.people.one', 'canvas.people.other', people)}</span>
        </span>
      )}
      {parked > 0 && <span class="badge warn">{t('canvas.parkedShort', { n: parked })}</span>}
    </span>
  );
}

interface ItemProps {
  path: string;
  /** How deep it is in the tree, from 1. */
  level: number;
  look: string;
  box: Box;
  /** Whether the tab key leads to it. */
  isCurrent: boolean;
  isChosen: boolean;
  draggable?: boolean;
  children: ComponentChildren;
}

/** A step, an arm or the trigger; its name is what it shows. */
function Item({ path, level, look, box, isCurrent, isChosen, draggable, children }: ItemProps) {
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isChosen}
      tabIndex={isCurrent ? 0 : -1}
      data-path={path}
      class={look}
      style={place(box)}
      draggable={draggable ?? false}
    >
      {children}
    </div>
  );
}

interface StepProps extends Decoration, Omit<ItemProps, 'look' | 'children'> {
  name: string;
  type: string;
}

/** One step; what does not change on it is not drawn again with each update of a live flow (CANVAS-08). */
function Step({ name, type, path, level, box, isCurrent, isChosen, ...shown }: StepProps) {
  const { text, people = 0, parked = 0, tone = '', badge = null, draggable = false } = shown;
  const [mark, note] = [badge?.tone ?? '', badge?.text ?? ''];
  return useMemo(
    () => (
      <Item
        look={`step of-${type} ${tone}`}
        {...{ path, level, box, isCurrent, isChosen, draggable }}
      >
        <span class="step-head">
          <StepIcon type={type} />
          <strong>{typeLabel(name)}</strong>
        </span>
        <span class="step-text">{text || typeLabel(type)}</span>
        {note !== '' && <span class={`badge ${mark}`}>{note}</span>}
        <Counts {...{ people, parked }} />
      </Item>
    ),
    [
      name,
      type,
      path,
      level,
      box,
      isCurrent,
      isChosen,
      text,
      people,
      parked,
      tone,
      mark,
      note,
      draggable,
    ],
  );
}

/** Lists of a tree; no element has these roles by itself. */
const treeRole = { role: 'tree' } as const;
const group = { role: 'group' } as const;

interface DrawProps extends Pick<CanvasProps, 'of' | 'ofArm' | 'chosen'> {
  layout: Layout;
  current: string;
}

/** Items are beside the lists in them: what a step holds is no part of its name. */
const noRole = { role: 'none' } as const;

function Arms({ node, level, ...draw }: DrawProps & { node: StepNode; level: number }) {
  const { layout, current, chosen, ofArm } = draw;
  return (
    <ul {...group}>
      {node.arms.map((arm) => {
        const { path, nodes, isHeld } = arm;
        const figure = ofArm?.(node, arm) ?? '';
        const box = layout.boxes.get(path);
        if (box === undefined) return null;
        return (
          <li key={path} {...noRole}>
            <Item
              look="arm"
              {...{ path, level, box }}
              isCurrent={path === current}
              isChosen={path === chosen}
            >
              <span>
                {[armLabel(arm), isHeld ? t('canvas.holdout') : '', figure]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {nodes.length === 0 && !isHeld && <span class="sr">{t('canvas.nothing')}</span>}
            </Item>
            {nodes.length > 0 && (
              <ul {...group}>
                <Steps {...draw} nodes={nodes} level={level + 1} />
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Steps({
  nodes,
  level,
  ...draw
}: DrawProps & { nodes: readonly StepNode[]; level: number }) {
  const { layout, of, current, chosen } = draw;
  return (
    <>
      {nodes.map((node) => {
        const { path, name, type, arms } = node;
        const box = layout.boxes.get(path);
        if (box === undefined) return null;
        return (
          <li key={node.id ?? path} {...noRole}>
            <Step
              {...{ path, name, type, level, box, ...of(node) }}
              isCurrent={path === current}
              isChosen={path === chosen}
            />
            {arms.length > 0 && <Arms {...draw} node={node} level={level + 1} />}
          </li>
        );
      })}
    </>
  );
}

const levelOf = (item: HTMLElement | undefined) => Number(item?.getAttribute('aria-level') ?? 0);

/** The tree item that a key leads to from another; null where it leads nowhere. */
function neighbour(tree: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const all = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = all.indexOf(from);
  switch (key) {
    case 'ArrowDown':
      return all[at + 1] ?? null;
    case 'ArrowUp':
      return all[at - 1] ?? null;
    case 'Home':
      return all[0] ?? null;
    case 'End':
      return all.at(-1) ?? null;
    case 'ArrowRight':
      return levelOf(all[at + 1]) > levelOf(from) ? (all[at + 1] ?? null) : null;
    case 'ArrowLeft':
      return all.slice(0, at).findLast((one) => levelOf(one) < levelOf(from)) ?? null;
    default:
      return null;
  }
}

function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role="treeitem"]') : null;
}

const pathOf = (item: HTMLElement) => item.dataset.path ?? '';

/** Puts the focus on the step at a path, and its box in sight. */
export function focusStep(path: string): void {
  const item = [...document.querySelectorAll<HTMLElement>('.canvas [role="treeitem"]')].find(
    (one) => one.dataset.path === path,
  );
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface LinesProps extends Pick<CanvasProps, 'walked'> {
  layout: Layout;
  weight: ReadonlyMap<string, number>;
}

function Lines({ layout, weight, walked }: LinesProps) {
  return (
    <svg class="canvas-lines" width={layout.width} height={layout.height} aria-hidden="true">
      {layout.lines.map(({ d, to }, index) => {
        const people = to === null ? 0 : (weight.get(to) ?? 0);
        const isWalked = to !== null && walked?.has(to) === true;
        return (
          <path
            key={index}
            d={d}
            class={isWalked ? 'walked' : people > 0 ? 'busy' : ''}
            stroke-width={isWalked ? 3 : lineWidth(people)}
          />
        );
      })}
    </svg>
  );
}

interface TreeProps extends CanvasProps {
  layout: Layout;
  /** Takes the path of the step that is dragged. */
  onDrag: (path: string) => void;
}

/** The trigger and the steps as a tree; arrow keys walk through it. */
function Tree({ layout, onDrag, onKey, onChoose, ...props }: TreeProps) {
  const { label, nodes, trigger, chosen, of, ofArm } = props;
  const tree = useRef<HTMLUListElement>(null);
  const [path, setPath] = useState('trigger');
  const current = layout.boxes.has(path) ? path : 'trigger';
  const box = layout.boxes.get('trigger');
  const press = (event: KeyboardEvent) => {
    const from = itemOf(event.target);
    if (from === null || tree.current === null) return;
    if (onKey?.(event, pathOf(from))) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(pathOf(from));
      return;
    }
    const next = neighbour(tree.current, from, event.key);
    if (next === null) return;
    event.preventDefault();
    focusStep(pathOf(next));
  };
  return (
    <ul
      {...treeRole}
      aria-label={label}
      ref={tree}
      onKeyDown={press}
      onClick={({ target }) => {
        const item = itemOf(target);
        if (item !== null) onChoose(pathOf(item));
      }}
      onFocusIn={({ target }) => {
        const item = itemOf(target);
        if (item !== null) setPath(pathOf(item));
      }}
      onDragStart={({ target, dataTransfer }) => {
        const item = itemOf(target);
        if (item === null) return;
        onDrag(pathOf(item));
        dataTransfer?.setData('text/plain', pathOf(item));
      }}
    >
      {box !== undefined && (
        <li {...noRole}>
          <Item
            path="trigger"
            level={1}
            look={`step trigger ${trigger.tone ?? ''}`}
            box={box}
            isCurrent={current === 'trigger'}
            isChosen={chosen === 'trigger'}
          >
            <span class="step-head">
              <StepIcon type="trigger" />
              <strong>{t('canvas.trigger')}</strong>
            </span>
            <span class="step-text">{trigger.text}</span>
            {trigger.badge && (
              <span class={`badge ${trigger.badge.tone}`}>{trigger.badge.text}</span>
            )}
          </Item>
        </li>
      )}
      <Steps {...{ nodes, layout, of, ofArm, current, chosen }} level={1} />
    </ul>
  );
}

interface SlotsProps extends Required<Pick<CanvasProps, 'onAdd'>> {
  layout: Layout;
  onDrop: (slot: Slot) => void;
}

/** Where a pointer adds steps and drops them; keys do both on the steps. */
function Slots({ layout, onAdd, onDrop }: SlotsProps) {
  return (
    <div class="slots" aria-hidden="true">
      {layout.slots.map((slot) => (
        <button
          key={`${slot.list} ${slot.index}`}
          type="button"
          tabIndex={-1}
          class="slot"
          title={t('canvas.addHere')}
          style={{ left: `${slot.x}px`, top: `${slot.y}px` }}
          onClick={() => onAdd?.(slot)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            onDrop(slot);
          }}
        >
          +
        </button>
      ))}
    </div>
  );
}

/** People on each step by its path, which the line to it shows. */
function weights({ nodes, of }: CanvasProps): ReadonlyMap<string, number> {
  const entries = allSteps(nodes).map((node) => {
    const { people = 0, parked = 0 } = of(node);
    return [node.path, people + parked] as const;
  });
  return new Map(entries);
}

/** The drawing of a flow: a nested list in two dimensions, with the lines behind it (CANVAS-01). */
export function Canvas(props: CanvasProps) {
  const { nodes, onDrop, onAdd, walked } = props;
  const { ref, width } = useWidth();
  const dragged = useRef('');
  const narrow = width !== null && width < narrowWidth ? width : null;
  const layout = useMemo(() => layoutFlow(nodes, narrow), [nodes, narrow]);
  const end = layout.boxes.get('end');
  const size = { width: `${layout.width}px`, height: `${layout.height}px` };
  return (
    <div class="canvas">
      <div ref={ref}>
        {width !== null && (
          <div class={narrow === null ? 'canvas-sheet' : 'canvas-sheet narrow'} style={size}>
            <Lines layout={layout} weight={weights(props)} walked={walked} />
            <Tree
              {...props}
              layout={layout}
              onDrag={(path) => {
                dragged.current = path;
              }}
            />
            {end !== undefined && (
              <div
                class={walked?.has('end') ? 'canvas-end walked' : 'canvas-end'}
                style={place(end)}
              >
                <span>{t('canvas.end')}</span>
              </div>
            )}
            {onAdd !== undefined && (
              <Slots {...{ layout, onAdd }} onDrop={(slot) => onDrop?.(dragged.current, slot)} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}
