/** Contract §2, Queue: why emails of a sequence that is off are held. */
export const sequenceOffReason = 'Sequence is off';
