import { isObject } from '../platform/json.ts';

/** Consequences in English, for questions of every surface; the console has them in other languages. */
export const consequenceWords = {
  'consequenceOne.theme': '1 theme is deleted.',
  'consequenceOne.layout': '1 layout is deleted.',
  'consequenceOne.component': '1 component is deleted.',
  'consequenceOne.email': '1 email is deleted for good.',
  'consequenceOne.emailArchived': '1 email is archived.',
  'consequenceOne.emailPublished': '1 email is published.',
  'consequenceOne.draft': '1 draft is thrown away.',
  'consequenceOne.sequence': '1 sequence is deleted.',
  'consequenceOne.step': '1 step is removed.',
  'consequenceOne.stepAdded': '1 step is inserted as a draft: nobody gets it until it is active.',
  'consequenceOne.stepActive': '1 step becomes active.',
  'consequenceOne.stepDraft': '1 step becomes a draft again, and its mail leaves the queue.',
  'consequenceOne.delay': '1 wait becomes another one.',
  'consequenceOne.sequenceOff': '1 sequence is switched off; its mail is held, and nobody starts.',
  'consequenceOne.flow': '1 flow is deleted.',
  'consequenceOne.flowActivated': '1 flow goes live.',
  'consequenceOne.flowPaused': '1 flow is paused.',
  'consequenceOne.flowPublished': '1 flow is published.',
  'consequenceOne.personStarted': '1 person starts, and gets its mail.',
  'consequenceOne.personNotStarted':
    '1 person stays as they are: they are partway, or had it once.',
  'consequenceOne.personMoved': '1 person is moved to another step.',
  'consequenceOne.personRetried': '1 person tries the step again.',
  'consequenceOne.person': '1 person is erased for good.',
  'consequenceOne.tag': '1 person loses 1 tag.',
  'consequenceOne.field': '1 field is deleted.',
  'consequenceOne.webhookEndpoint':
    '1 webhook endpoint is deleted; nothing more is delivered to it.',
  'consequenceOne.webhookDelivery': '1 delivery is sent to the endpoint.',
  'consequenceOne.import': '1 import is stopped.',
  'consequenceOne.tagging': '1 bulk tagging is stopped.',
  'consequenceOne.broadcast': '1 broadcast is deleted.',
  'consequenceOne.broadcastSent': '1 broadcast is sent.',
  'consequenceOne.broadcastResumed': '1 broadcast continues.',
  'consequenceOne.broadcastCanceled': '1 broadcast is cancelled for good.',
  'consequenceOne.segment': '1 segment is deleted.',
  'consequenceOne.guard': '1 guard is deleted.',
  'consequenceOne.example': '1 example company is removed.',
  'consequenceOne.form': '1 form is deleted, and sign-ups of it that wait for a confirmation.',
  'consequenceOne.product': '1 product is deleted.',
  'consequenceOne.message': '1 message is sent.',
  'consequenceOne.messageCanceled': '1 message is not sent.',
  'consequenceOne.mailAgain': '1 mail is sent again.',
  'consequenceOne.mailDismissed': '1 mail is not sent again.',
  'consequenceOne.token': '1 token ends at once.',
  'consequenceOne.clock': '1 test clock is moved.',
  'consequenceOne.flowChanged': '1 live flow is changed.',
  'consequenceOne.sequenceStarted': '1 sequence is turned on.',
  'consequenceOne.sequenceChanged': '1 sequence that is on is changed.',
  'consequenceOne.broadcastChanged': '1 broadcast that is to be sent is changed.',
  'consequenceOne.tokenMade': '1 token is made.',
  'consequenceOne.linkMade': '1 link is made that signs in to the console.',
  'consequenceOne.liveChanged': '1 record that mail goes out by is changed.',
  'consequenceOne.reverted': '1 change is reverted.',
  'consequenceOne.putBack':
    '1 record becomes what it was before this change, without what came later.',
  'consequence.uses.one': 'Used in {n} place.',
  'consequence.uses.other': 'Used in {n} places.',
  'consequence.flows.one': 'Used in {n} flow.',
  'consequence.flows.other': 'Used in {n} flows.',
  'consequence.sequences.one': 'Used in {n} sequence.',
  'consequence.sequences.other': 'Used in {n} sequences.',
  'consequence.broadcasts.one': 'Used in {n} broadcast.',
  'consequence.broadcasts.other': 'Used in {n} broadcasts.',
  'consequence.segments.one': 'Used in {n} segment.',
  'consequence.segments.other': 'Used in {n} segments.',
  'consequence.guards.one': 'Used in {n} guard.',
  'consequence.guards.other': 'Used in {n} guards.',
  'consequence.settings.one': 'Used in {n} setting.',
  'consequence.settings.other': 'Used in {n} settings.',
  'consequence.queued.one': '{n} mail of it waits in the queue.',
  'consequence.queued.other': '{n} mails of it wait in the queue.',
  'consequence.tests.one': '{n} test mail is sent.',
  'consequence.tests.other': '{n} test mails are sent.',
  'consequence.changesLost.one': '{n} change in it is lost.',
  'consequence.changesLost.other': '{n} changes in it are lost.',
  'consequence.inside.one': '{n} person is inside.',
  'consequence.inside.other': '{n} people are inside.',
  'consequence.getStep.one': '{n} of them gets the step.',
  'consequence.getStep.other': '{n} of them get the step.',
  'consequence.willGet.one': '{n} of them gets it once it is active.',
  'consequence.willGet.other': '{n} of them get it once it is active.',
  'consequence.otherNext.one': '{n} of them has another next email then.',
  'consequence.otherNext.other': '{n} of them have another next email then.',
  'consequence.reachEnd.one': '{n} of them has no step left and reaches the end.',
  'consequence.reachEnd.other': '{n} of them have no step left and reach the end.',
  'consequence.holding.one': '{n} mail is held.',
  'consequence.holding.other': '{n} mails are held.',
  'consequence.steps.one': '{n} step goes with it.',
  'consequence.steps.other': '{n} steps go with it.',
  'consequence.stepsChanged.one': '{n} person is on a step that changes.',
  'consequence.stepsChanged.other': '{n} people are on steps that change.',
  'consequence.canceled.one': '{n} queued mail is cancelled.',
  'consequence.canceled.other': '{n} queued mails are cancelled.',
  'consequence.goesOn.one': '{n} person inside continues.',
  'consequence.goesOn.other': '{n} people inside continue.',
  'consequence.stops.one': '{n} person inside stops where they are.',
  'consequence.stops.other': '{n} people inside stop where they are.',
  'consequence.retriedPeople.one': '{n} person tries the step again.',
  'consequence.retriedPeople.other': '{n} people try the step again.',
  'consequence.movedPeople.one': '{n} person is moved to another step.',
  'consequence.movedPeople.other': '{n} people are moved to another step.',
  'consequence.remaining.one': '{n} is left for the next time.',
  'consequence.remaining.other': '{n} are left for the next time.',
  'consequence.sends.one': '{n} mail is erased with the person.',
  'consequence.sends.other': '{n} mails are erased with the person.',
  'consequence.events.one': '{n} event is erased with the person.',
  'consequence.events.other': '{n} events are erased with the person.',
  'consequence.subscriptions.one': '{n} subscription belongs to it.',
  'consequence.subscriptions.other': '{n} subscriptions belong to it.',
  'consequence.tags.one': '{n} tag is lost.',
  'consequence.tags.other': '{n} tags are lost.',
  'consequence.values.one': '{n} person has a value in it.',
  'consequence.values.other': '{n} people have a value in it.',
  'consequence.rowsRead.one': '{n} row is in already and stays.',
  'consequence.rowsRead.other': '{n} rows are in already and stay.',
  'consequence.rowsLeft.one': '{n} row is not taken in.',
  'consequence.rowsLeft.other': '{n} rows are not taken in.',
  'consequence.changed.one': '{n} person is changed already and stays so.',
  'consequence.changed.other': '{n} people are changed already and stay so.',
  'consequence.unchanged.one': '{n} person stays as before.',
  'consequence.unchanged.other': '{n} people stay as before.',
  'consequence.sentStays.one': '{n} mail of it was sent and stays in the log.',
  'consequence.sentStays.other': '{n} mails of it were sent and stay in the log.',
  'consequence.recipients.one': '{n} person gets the mail.',
  'consequence.recipients.other': '{n} people get the mail.',
  'consequence.excluded.one': '{n} person is left out.',
  'consequence.excluded.other': '{n} people are left out.',
  'consequence.members.one': '{n} person is in it now and stays as they are.',
  'consequence.members.other': '{n} people are in it now and stay as they are.',
  'consequence.guarded.one': '{n} person matches it now.',
  'consequence.guarded.other': '{n} people match it now.',
  'consequence.retried.one': '{n} mail is tried again.',
  'consequence.retried.other': '{n} mails are tried again.',
  'consequence.uncertain.one': '{n} of them may arrive a second time.',
  'consequence.uncertain.other': '{n} of them may arrive a second time.',
  'consequence.leftOut.one': '{n} mail is left out.',
  'consequence.leftOut.other': '{n} mails are left out.',
  'consequence.dismissed.one': '{n} mail is not sent again.',
  'consequence.dismissed.other': '{n} mails are not sent again.',
  'consequence.goesOut.one': '{n} mail goes out at once.',
  'consequence.goesOut.other': '{n} mails go out at once.',
  'consequence.later.one': '{n} mail waits and goes out when it is due.',
  'consequence.later.other': '{n} mails wait and go out when they are due.',
  'consequence.tokens.one': '{n} token that it made ends with it.',
  'consequence.tokens.other': '{n} tokens that it made end with it.',
  'consequence.resubscribed.one': '{n} person who left gets mail again.',
  'consequence.resubscribed.other': '{n} people get mail again, if they left.',
  'consequence.tagged.one': '{n} person gets or loses tags, which can start flows.',
  'consequence.tagged.other': '{n} people get or lose tags, which can start flows.',
  'consequence.peopleRemoved.one': '{n} person of it is deleted.',
  'consequence.peopleRemoved.other': '{n} people of it are deleted.',
  'consequence.recordsRemoved.one': '{n} other record of it is deleted, with your changes to it.',
  'consequence.recordsRemoved.other':
    '{n} other records of it are deleted, with your changes to them.',
  'consequence.mailsRemoved.one': '{n} mail of it leaves the queue and the log.',
  'consequence.mailsRemoved.other': '{n} mails of it leave the queue and the log.',
  'consequence.imported.one': '{n} row is imported, which can start flows.',
  'consequence.imported.other': '{n} rows are imported, which can start flows.',
  'consequence.importedAlone.one': '{n} row is imported.',
  'consequence.importedAlone.other': '{n} rows are imported.',
  'consequence.applied.one': '{n} change of definitions is applied.',
  'consequence.applied.other': '{n} changes of definitions are applied.',
  'consequence.removed.one': '{n} record is removed.',
  'consequence.removed.other': '{n} records are removed.',
  'consequence.senders.one': '{n} live flow, sequence, broadcast or form sends it.',
  'consequence.senders.other': '{n} live flows, sequences, broadcasts or forms send it.',
  'consequence.recompiled.one': '{n} email looks otherwise.',
  'consequence.recompiled.other': '{n} emails look otherwise.',
  'consequence.inQueue.one': '{n} mail is in the queue, and may go out otherwise.',
  'consequence.inQueue.other': '{n} mails are in the queue, and may go out otherwise.',
  'consequence.liveFlows.one': '{n} live flow changes.',
  'consequence.liveFlows.other': '{n} live flows change.',
} as const;

/** The one record that an act is about. */
export type ConsequenceOne<Key = keyof typeof consequenceWords> =
  Key extends `consequenceOne.${infer What}` ? What : never;

/** What an act reaches several of. */
export type ConsequenceAbout<Key = keyof typeof consequenceWords> =
  Key extends `consequence.${infer About}.one` ? About : never;

/** The one record that an act is about. */
interface One {
  one: ConsequenceOne;
}

/** How many of something an act reaches; `more` where only so many were read. */
export interface Counted {
  about: ConsequenceAbout;
  n: number;
  more?: boolean;
}

export type Consequence = One | Counted;

const words: ReadonlySet<string> = new Set(Object.keys(consequenceWords));

/** Whether a value of an answer is a consequence that this release has words for. */
export function isConsequence(value: unknown): value is Consequence {
  if (!isObject(value)) return false;
  const { one, about, n } = value;
  return typeof one === 'string'
    ? words.has(`consequenceOne.${one}`)
    : words.has(`consequence.${String(about)}.one`) && typeof n === 'number';
}

/** A consequence as a sentence. */
export function consequenceSentence(consequence: Consequence): string {
  if ('one' in consequence) return consequenceWords[`consequenceOne.${consequence.one}`];
  const { about, n, more } = consequence;
  const form = n === 1 ? 'one' : 'other';
  const sentence = consequenceWords[`consequence.${about}.${form}`].replace(
    '{n}',
    n.toLocaleString('en-US'),
  );
  return more === true ? `At least ${sentence}` : sentence;
}

type Kind = { one?: ConsequenceOne; about?: ConsequenceAbout };

/** The text between two parts of another; undefined where it does not have them. */
function between(text: string, start: string, end: string): string | undefined {
  return text.startsWith(start) && text.endsWith(end)
    ? text.slice(start.length, text.length - end.length)
    : undefined;
}

/** What consequences are about, in the order of their words. */
export const consequenceKinds: readonly Kind[] = Object.keys(consequenceWords).flatMap(
  (key): Kind[] => {
    const one = between(key, 'consequenceOne.', '');
    const about = between(key, 'consequence.', '.one');
    if (one !== undefined) return [{ one: one as ConsequenceOne }];
    return about === undefined ? [] : [{ about: about as ConsequenceAbout }];
  },
);
