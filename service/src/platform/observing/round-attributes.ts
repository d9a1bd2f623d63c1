/** On the span of a round that found nothing to do. */
export const idleRound = 'postroad.idle';

/** On the span of every round: its lane. */
export const laneOfRound = 'postroad.lane';
