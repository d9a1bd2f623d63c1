/**
 * Every bound of the service. The docstring of each begins with its unit; units of size and time
 * also end the names. `test/architecture/limits.test.ts` checks both, and refuses an unused entry.
 */
export const limits = {
  /** Bytes of an ordinary request body (contract §1). */
  bodyBytes: 1_048_576,
  /** Recipients of one message, copies included (MSG-09). */
  messageRecipients: 50,
  /** Headers that one message adds (MSG-12). */
  headersAdded: 50,
  /** Domains from which messages may be sent. */
  sendingDomains: 50,
  /**
   * Levels of nesting in any JSON value that is stored. Deeper JSON stops PGlite without an error.
   */
  jsonDepth: 32,
  /**
   * Values in one JSON value that is checked, all levels together. Each may be a fault that takes
   * microseconds to find, in which the process answers nobody.
   */
  jsonValues: 100_000,
  /** Characters of an id that a client gives its request. */
  requestIdChars: 128,
  /** Spans of a round that wait for its end, by which it is known whether it had work. */
  roundSpansHeld: 100,
  /** Milliseconds that a stop waits for traces to arrive. */
  traceCloseMs: 1_000,
  /** Series of one metric; what comes after them is counted together. */
  metricSeries: 5_000,
  /** Characters shown of a path into JSON, whose keys can be of any length. */
  pathChars: 500,
  /** Events of one batch (spec, Limits). */
  eventsPerBatch: 100,
  /** People of one batch. */
  peoplePerBatch: 500,
  /** Rows of a kind that one transaction reads of an export of one person. */
  personExportRows: 100,
  /** Characters of the words to which somebody consented. */
  consentTextChars: 10_000,
  /** Fields of one sign-up form, and fields that it sets. */
  formFields: 50,
  /** Characters of an answer in a form. */
  formAnswerChars: 1_000,
  /** Days that a sign-up waits for its confirmation. */
  signUpKeptDays: 30,
  /** Milliseconds between two confirmation mails to one address. */
  signUpMailGapMs: 600_000,
  /** Mails for confirmation that an address gets in a day. */
  signUpMailsPerDay: 3,
  /** Posts of pages of forms without faults that one network may make in an hour without a proof of work. */
  signUpPostsPerHour: 5,
  /** Steps of the longest proof of work for a post to a form. */
  proofNumberMax: 50_000,
  /** Milliseconds for which a challenge can be answered. */
  proofMs: 900_000,
  /** Characters of a proof of work. */
  proofChars: 2_000,
  /** Milliseconds after which a claimed confirmation mail is sent by another process. */
  signUpClaimMs: 600_000,
  /** Mails for confirmation of one round. */
  signUpBatch: 50,
  /** Options of one field of a form. */
  formOptions: 200,
  /** Tags that one form gives. */
  tagsPerForm: 50,
  /** Origins that may embed one form. */
  formOrigins: 50,
  /** Bytes of the details of one event as JSON (spec, Limits). */
  eventDetailsBytes: 65_536,
  /** Records of a page where the caller names no number (spec, Limits). */
  pageDefault: 50,
  /** Records of the largest page (spec, Limits). */
  pageMax: 200,
  /** Entries of the argument `fields` of a list. */
  answerFields: 100,
  /** Characters of one entry, which may hold several names with commas between them. */
  answerFieldsChars: 1_000,
  /** Levels of branches inside each other in one flow (spec, Limits). */
  flowNestingDepth: 10,
  /** Steps of one flow for which the tag that an unknown one may mean is looked for. */
  tagSuggestions: 20,
  /** Steps of one flow (spec, Limits). */
  stepsPerFlow: 20_000,
  /** Goals of a flow. */
  goalsPerFlow: 20,
  /** Days after the end of a run in which a goal without `within` still counts (GOAL-03). */
  goalAfterEndDays: 7,
  /** Runs of one person in one flow that a goal is counted for, the newest. */
  goalRunsLooked: 50,
  /**
   * Flows that start or release each other by events without a wait in between; the next run is
   * parked, since it may be in a circle.
   */
  flowChain: 20,
  /** Milliseconds for advancing one batch of runs; the rest wait for the next batch. */
  walkBatchMs: 1_000,
  /**
   * Milliseconds of `walkBatchMs` that the runs of one flow may take, so that a slow flow leaves
   * time to others.
   */
  walkFlowMs: 250,
  /** Milliseconds for filling in the details of one fired event; everything else waits meanwhile. */
  detailsRenderMs: 45,
  /** Levels of all, any and not in one condition or match, the root included. */
  conditionDepth: 10,
  /**
   * Nodes, groups and leaves together, of one condition or match, and of a condition with the
   * segments that it names.
   */
  conditionNodes: 500,
  /**
   * Milliseconds until a condition that may change by time alone, at an unknown moment, is
   * evaluated again.
   */
  conditionRecheckMs: 3_600_000,
  /** Looks at gates that stay closed, on the walk of one dry run; it stops there. */
  walkLooks: 10_000,
  /** Assumptions of one dry run. */
  assumptions: 200,
  /** Tests of one flow. */
  flowCases: 200,
  /** Days for which it is kept that a date trigger fired for a date of a person. */
  dateStartKeptDays: 400,
  /** Dates that one transaction forgets so. */
  dateStartsForgottenAtOnce: 1_000,
  /** Entries of a timeline that are read to record a test, about; the newest ones. */
  recordedTimeline: 2_000,
  /** Events of one flow test. */
  flowCaseEvents: 200,
  /** Entries of each list of a flow test: steps, sends, tags, mail. */
  flowCaseEntries: 200,
  /** Characters of all tests of one flow. */
  flowCasesChars: 500_000,
  /** Levels of segments inside segments. */
  segmentDepth: 10,
  /** Days of the longest `within_days` of a condition: ten years. */
  withinDaysMax: 3_650,
  /** Entries of a list among the arguments of a predicate. */
  predicateListMax: 100,
  /** Emails of the largest count among the arguments of a predicate. */
  predicateCountMax: 1_000,
  /** Events with which the condition `event_count` compares. */
  eventCountMax: 10_000,
  /** Characters of the description of a segment, a sequence or a saved version of a flow. */
  descriptionChars: 2_000,
  /** Milliseconds for counting the people of one segment; then the count is null. */
  segmentCountMs: 10_000,
  /** Milliseconds for counting them as a segment is saved; then upkeep counts. */
  segmentSaveCountMs: 250,
  /** Milliseconds between two counts of a segment by upkeep, where there is time for all. */
  segmentCountsEveryMs: 60_000,
  /** Milliseconds between two looks for a segment to count. */
  segmentLookMs: 1_000,
  /** Times as long as a count took that upkeep counts no other. */
  segmentCountsRest: 3,
  /** Milliseconds for reading a page of the people of a segment; then the page is short. */
  segmentPageMs: 2_000,
  /** Milliseconds for a search among the people of a segment; then the search fails. */
  segmentSearchMs: 10_000,
  /** People shown in the preview of a segment. */
  segmentSample: 5,
  /**
   * People of the first window in which the members of a segment are searched. Each further window
   * is ten times as large.
   */
  segmentWindowFirst: 2_000,
  /** People of the largest such window. */
  segmentWindowMost: 200_000,
  /**
   * People of the largest such window on the embedded database, which cannot end a statement
   * early.
   */
  segmentWindowEmbedded: 10_000,
  /**
   * Characters of an email address: RFC 5321 §4.5.3.1 allows a path 256 octets, and 254 to the
   * address in it.
   */
  addressChars: 254,
  /** Characters of a name. */
  nameChars: 200,
  /** Characters of a key. */
  keyChars: 80,
  /** Characters of the cursor of a list, which may hold a key. */
  cursorChars: 160,
  /** Characters that a number behind a key takes at most, as in `welcome-12`. */
  keyNumberChars: 8,
  /** Characters of the hash of a record. */
  recordHashChars: 64,
  /** Characters of a label. */
  labelChars: 80,
  /** Labels of one record. */
  labelsPerRecord: 50,
  /** Characters of a tag. */
  tagChars: 120,
  /** Tags of one person. */
  tagsPerPerson: 1_000,
  /** Characters of an external id. */
  externalIdChars: 200,
  /** Characters of a note. */
  noteChars: 10_000,
  /** Characters of the reason for an unsubscribe (contract §4.7). */
  reasonChars: 500,
  /**
   * People whom a search looks at first, in the order of the page: what many match fills the page
   * with them.
   */
  peopleProbed: 1_000,
  /** Milliseconds for finding people by one index; then the search continues without it. */
  peopleIndexMs: 1_000,
  /** People counted for a filter of the list. */
  peopleCounted: 100_000,
  /** Milliseconds for counting them; then the count is what was reached. */
  peopleCountMs: 1_000,
  /** People of the window in which they are counted where their number is found by no index. */
  peopleCountWindow: 20_000,
  /**
   * People that a search takes from the index of one filter and examines one by one. A filter that
   * matches more fills its page sooner by the scan of `peoplePassedOver`.
   */
  peopleNarrowed: 5_000,
  /** People of those who are read at first for a page by id; then twice as many, until it is full. */
  peopleReadFirst: 500,
  /**
   * People that a search scans from the newest for one page, if every filter matches more than
   * `peopleNarrowed`. After that the page may be short.
   */
  peoplePassedOver: 200_000,
  /**
   * People that a search takes from an index if the scan of `peoplePassedOver` did not fill the
   * page. The matches are then old, and reading this many rows by id costs less than another scan.
   */
  peopleNarrowedLate: 100_000,
  /** Rows of each kind, such as runs in a flow, that an explanation of delivery reads. */
  explainedRows: 20,
  /**
   * Reasons why events of a person started no run that an explanation reads, of all flows
   * together.
   */
  explainedRefusals: 200,
  /** Fields of one person. */
  fieldsPerPerson: 500,
  /** Characters of the value of a field. */
  fieldValueChars: 10_000,
  /** Characters of the name of an event. */
  eventNameChars: 200,
  /** Cents of the largest amount that is counted: a million millions of the currency. */
  moneyCentsMax: 100_000_000_000_000,
  /** Paths kept of the details of one event type. */
  shapePaths: 200,
  /** Characters of such a path. */
  shapePathChars: 200,
  /** Characters of an idempotency key. */
  idempotencyKeyChars: 200,
  /** Minutes for which a confirmation is good (AGT-10). */
  confirmMinutes: 10,
  /** Characters of a confirmation. */
  confirmTokenChars: 400,
  /** Hours for which an idempotency key is known. */
  idempotencyHours: 24,
  /** Characters of a URL. */
  urlChars: 2_000,
  /** Characters of a subject as it is written. */
  subjectChars: 500,
  /** Characters of a pre-header as it is written. */
  preHeaderChars: 1_000,
  /** Characters of a subject or pre-header with values filled in; the rest is cut. */
  filledLineChars: 2_000,
  /** Characters of the body of an email as it is written. */
  bodyMarkdownChars: 262_144,
  /** Sends that hold an email, counted up to this. */
  holdersCounted: 1_000,
  /** Addresses to which one call sends a test. */
  testRecipients: 5,
  /** Mails that the whole account may send as tests in an hour. */
  testSendsPerHour: 20,
  /** Days for which a test of a draft can be tried again; then its compile is forgotten. */
  draftTestDays: 30,
  /** Characters of the HTML of a layout. */
  layoutChars: 524_288,
  /** Characters of the HTML of a component. */
  componentChars: 131_072,
  /** Characters of all components in one body or layout, counted each time one is used. */
  componentCharsExpanded: 524_288,
  /** Levels of components inside components. */
  componentDepth: 10,
  /** Errors listed of the components in one body or layout. */
  componentErrorsListed: 20,
  /**
   * Users of each kind (records that use another) listed when that record is read or cannot be
   * deleted.
   */
  usersListed: 100,
  /** Users of each kind named in each row of a list; the rest are counted. */
  usersListedInRow: 10,
  /** Characters of a font stack. */
  fontStackChars: 500,
  /** Emails that a thread compiles for one message; more urgent work waits at most this long. */
  recompileEmails: 25,
  /**
   * Emails that a save recompiles in its own transaction; with more, all become background work.
   */
  recompileAtOnce: 200,
  /**
   * Emails compiled before a save with background work is accepted, in case it breaks all of them.
   */
  recompileSample: 50,
  /** Batches of background work in progress at once, compiled or being written. */
  recompileStrands: 3,
  /** Milliseconds after which another process takes over the background work of a dead one. */
  recompileClaimMs: 10_000,
  /** Emails listed that background work could not compile. */
  recompileFailuresListed: 20,
  /** Characters of the sources of the compiled emails kept for sending. */
  templateCacheChars: 16_777_216,
  /** Characters of one Liquid source; a layout around the longest body fits. */
  liquidSourceChars: 2_097_152,
  /**
   * Milliseconds of processor time for filling in one email, checked between tags. It runs in a thread
   * that can be ended.
   */
  liquidRenderMs: 500,
  /**
   * Milliseconds of a second render of a slow mail, whose first may have been slow because the engine
   * had to learn its template.
   */
  liquidRenderAgainMs: 250,
  /**
   * Milliseconds of making one mail on the thread of all calls; a mail that takes longer is made
   * in a thread of its own, in `liquidRenderMs` of processor time.
   */
  mailRenderMs: 25,
  /**
   * Milliseconds of processor time that a mail, or the details of an event, has on the thread of all
   * calls after `mailRenderMs` or `detailsRenderMs` of the clock are over, in which that thread may have
   * waited for its turn.
   */
  renderMoreMs: 10,
  /** Milliseconds of making mails before other work gets its turn. */
  mailSliceMs: 10,
  /** Milliseconds from which on a mail that was made in a thread counts as slow. */
  slowMailMs: 100,
  /** Mails of one email that are slow within `slowMailsWithinMs`; then its mails are made apart. */
  slowMailsMost: 5,
  /** Milliseconds in which the slow mails of an email are counted. */
  slowMailsWithinMs: 3_600_000,
  /** Mails that a process makes apart at once, so few that each is ready before `handOverWaitMs`. */
  slowMailsAtOnce: 3,
  /** Milliseconds after which a mail that is not made is looked at again, below `handOverWaitMs`. */
  slowMailUnmadeMs: 1_400,
  /** Mails of such emails that are claimed and wait for their turn; others go back to the queue. */
  slowMailsWaiting: 50,
  /** Compiles that a thread keeps for the next mail. */
  mailTemplatesKept: 8,
  /**
   * Milliseconds of processor time for a save, a preview or a mail in a thread, which is then ended.
   */
  renderThreadMs: 800,
  /**
   * Milliseconds after which a job is ended for which the machine found no time: a mail goes back to
   * the queue, a save or preview answers that it is to be tried again.
   */
  renderStarvedMs: 10_000,
  /**
   * Milliseconds of processor time for one email of a batch, which was valid when it was saved.
   */
  renderBatchMs: 5_000,
  /** Threads that compile and preview. */
  renderThreads: 3,
  /**
   * Threads of `renderThreads` that background work may hold at once: all but one, so that a save
   * or preview never waits for a batch to end.
   */
  renderThreadsBehind: 2,
  /** Mebibytes of heap of such a thread. */
  renderThreadMb: 192,
  /**
   * Characters of body and layout of a compile that a thread keeps for the next preview; a larger
   * one could fill its heap.
   */
  renderKeptChars: 200_000,
  /** Characters of the sources of previewed emails that are kept while they do not change. */
  previewSourcesChars: 8_388_608,
  /** Previews that wait for a thread; the next is refused. */
  rendersWaiting: 100,
  /**
   * Units of LiquidJS, which counts the entries of lists and ranges and the characters that
   * filters make; a million of them costs a second.
   */
  liquidMemoryUnits: 500_000,
  /** Characters shown of a source next to a Liquid error. */
  liquidExcerptChars: 60,
  /**
   * Parts that a loop of the optimized template writes without checking the clock; so few cannot
   * take long. LiquidJS renders a longer list, and checks `liquidRenderMs` at each item.
   */
  optimizedLoopParts: 2_000,
  /** Levels of Liquid tags inside each other. */
  liquidDepth: 100,
  /**
   * Levels of HTML elements, in a body and a layout each; a parser that recurses ends the process
   * some thousands deeper.
   */
  htmlDepth: 100,
  /** Elements such as b and i left open at once, which a browser opens again in each paragraph. */
  htmlOpenFormats: 20,
  /** Tags of the HTML of a mail. */
  htmlTags: 20_000,
  /** Characters of one text in a diagram, an outline or a diff of flows. */
  drawnChars: 160,
  /** Steps of a diagram. */
  drawnSteps: 200,
  /** Ways out of the steps of a diagram. Mermaid draws at most 500 edges by default. */
  drawnWays: 450,
  /** Characters of a diagram. Mermaid draws at most 50,000 by default. */
  diagramChars: 30_000,
  /** Arms of a split. */
  splitArms: 20,
  /** Characters of the name of an arm of a split. */
  armNameChars: 60,
  /** Characters of the description of a step. */
  stepTextChars: 2_000,
  /** Flows that each get a share of a claim if more runs are due than one claim takes. */
  runShareFlows: 500,
  /** Runs waiting on steps that changed that one transaction makes due. */
  gateCheckRuns: 5_000,
  /** Steps of a sequence. */
  sequenceSteps: 200,
  /** People that one transaction takes to the next step of a sequence. */
  sequenceBatch: 500,
  /** Entries shown of the trace of a run. */
  runTraceShown: 1_000,
  /** Runs, all of them parked, that one call moves or retries. */
  runsControlledAtOnce: 5_000,
  /** Numbers up to this are step ids: the database has 32 bits for them. */
  stepIdMax: 2_147_483_647,
  /** Units of the largest amount of a duration, whatever its unit. */
  durationAmountMax: 1_000_000,
  /** Days of the longest duration: ten years. */
  durationDaysMax: 3_650,
  /** Days before a renewal at which the earliest reminder leaves (spec, Limits). */
  renewalDaysBeforeMax: 366,
  /** Days before or after a date at which a date trigger starts a flow. */
  triggerDaysMax: 366,
  /** Years of dates whose anniversaries start flows: this one and later ones. */
  anniversaryFirstYear: 1_600,
  /** Characters of the rule of a schedule. */
  ruleChars: 500,
  /** Days that are searched for the next or the last time of a schedule. */
  scheduleDays: 18_300,
  /** People of a segment whom one transaction of a schedule looks at. */
  schedulePartPeople: 2_000,
  /** People who are compared with the segments that flows start on, in one transaction. */
  segmentCheckPeople: 1_000,
  /** People of a segment that no flow starts on any more who are forgotten in one transaction. */
  segmentPeopleForgottenAtOnce: 10_000,
  /** People whose date may be due that one look of a date trigger reads at once. */
  dateCandidates: 20_000,
  /** Runs that one transaction starts for a date trigger or a schedule. */
  timedStartBatch: 500,
  /** Days that a preview of renewals looks ahead (spec, Limits). */
  renewalPreviewDays: 14,
  /** Runs that one transaction of a renewal scan starts, and rows that a preview reads at once. */
  renewalBatch: 1_000,
  /** Rows of each list in a preview of renewals; the rest is counted. */
  renewalRowsShown: 1_000,
  /** Zones of time whose offsets from UTC are cached. */
  zonesKept: 1_000,
  /** Days of each time zone whose offsets are cached. */
  zoneDaysKept: 4_000,
  /** Toggles of the preferences (spec, Subscription preferences object). */
  toggles: 30,
  /** Characters of the id of a toggle (spec, Toggle fields). */
  toggleIdChars: 80,
  /** Characters of the label of a toggle (spec, Toggle fields). */
  toggleLabelChars: 200,
  /** Characters of the description of a toggle (spec, Toggle fields). */
  toggleDescriptionChars: 1_000,
  /** Levels of the condition of a toggle, the root included (spec, Toggle fields). */
  toggleConditionDepth: 5,
  /** Members of one group in the condition of a toggle (spec, Toggle fields). */
  toggleConditionChildren: 30,
  /** Actions of one side of a toggle (spec, Toggle fields). */
  toggleActions: 30,
  /** Characters of one text of the preferences page. */
  preferenceCopyChars: 500,
  /** Characters read of the languages that a browser asks for. */
  acceptLanguageChars: 1_000,
  /** Bytes of a form posted to a hosted page. */
  pageFormBytes: 65_536,
  /**
   * Leaves on tags and fields that a toggle reads but does not write; a save tries every
   * combination: 256 for eight. With more, the toggle counts as working for some people.
   */
  toggleOpenLeaves: 8,
  /** Characters of one text of the unsubscribe page. */
  unsubscribeCopyChars: 500,
  /** Characters of the mailing address. */
  mailingAddressChars: 1_000,
  /** Tunables of the settings. */
  tunables: 200,
  /** Rules of the send windows. */
  sendWindowRules: 100,
  /** Rules of the frequency caps; each is asked for each person who is sent to. */
  frequencyCaps: 20,
  /** Emails that the widest frequency cap allows: so many times are read of a person for one rule. */
  frequencyCapMax: 1_000,
  /** Days of the longest frequency cap. */
  frequencyCapDays: 366,
  /**
   * Days to search for the next opening of a window: three weeks and a day, since a zone may have
   * skipped the only day of a week.
   */
  sendWindowDaysAhead: 22,
  /** Emails an hour of the fastest pace of a broadcast. */
  broadcastEmailsPerHour: 10_000_000,
  /** Characters of a datetime as people write it. */
  sendAtChars: 100,
  /** People that one transaction looks at while a broadcast goes into the queue. */
  broadcastFillPeople: 20_000,
  /** People that it examines on the embedded database, whose only connection others wait for. */
  broadcastFillPeopleEmbedded: 5_000,
  /** Emails that one statement takes out of the queue when a broadcast is canceled. */
  broadcastCancelSends: 20_000,
  /** Emails that one transaction holds, or gives other due times, when a broadcast is paused or resumed. */
  broadcastAdjustSends: 5_000,
  /** Broadcasts, and segments, that one broadcast excludes. */
  broadcastExclusions: 20,
  /** Languages of an email beside its own words. */
  emailLanguages: 20,
  /** Characters of a language tag. */
  languageChars: 35,
  /** Variants of one broadcast. */
  broadcastVariants: 10,
  /** Shares of the heaviest variant. */
  variantWeight: 1_000,
  /** Characters of the name of a variant. */
  variantNameChars: 100,
  /** Broadcasts whose sample one round looks at. */
  broadcastsSampling: 20,
  /** Broadcasts in which the one is looked for that an unknown id may be a slip of. */
  broadcastsKnown: 1_000,
  /** Milliseconds that a call which stops mail waits for mail in hand-over before it answers. */
  handOverWaitMs: 2_000,
  /** Broadcasts that are due and that one round starts. */
  broadcastsStarted: 20,
  /**
   * Characters of one answer of describe_schema, about 1,200 tokens; names of the account fill
   * what is left.
   */
  describeChars: 4_800,
  /** Names of each kind that are read for such an answer. */
  describeNames: 50,
  /** Characters of the longest name in such an answer; longer ones are left out. */
  describeNameChars: 80,
  /** Issues listed of each severity; the rest is counted. */
  issuesListedMax: 1_000,
  /** Changes of a plan that are tried, one after another, as the cause of what the plan breaks. */
  causesTried: 100,
  /** Hours after which an event counts as historical (contract §4.3). */
  historicalAfterHours: 24,
  /**
   * Attempts of a mail that a server refuses for now; with back-off they take about half a day.
   */
  sendAttemptsMax: 20,
  /** Milliseconds until the second attempt; each next pause is twice as long. */
  sendRetryFirstMs: 30_000,
  /** Milliseconds of the longest pause between attempts. */
  sendRetryMostMs: 3_600_000,
  /** Milliseconds until a server is tried again that could not be reached. */
  sendUnreachableMs: 30_000,
  /**
   * Attempts that a process commits at most, for each mail that the provider takes at once, where no
   * journal says after a kill which of them began.
   */
  sendsCommittedEach: 4,
  /** Attempts that a process commits at most where a journal says so. */
  sendsCommittedMost: 200,
  /** Bytes of a journal of hand-offs after which it is begun again. */
  journalBytes: 65_536,
  /** Milliseconds of handing over for which attempts are committed ahead (HANDOFF-04). */
  sendWidthMs: 100,
  /** Milliseconds after which a mail that did not start is looked at again, below `handOverWaitMs`. */
  sendUnstartedMs: 500,
  /** Milliseconds after which a mail without an answer counts as stalled. */
  sendStalledMs: 2_000,
  /** Milliseconds that an outcome waits for others to be settled with it. */
  sendSettleMs: 50,
  /** Milliseconds between two looks for due mail while every mail under way waits for an answer. */
  sendPollMs: 250,
  /** Milliseconds until mail without a sender address is tried again. */
  senderAgainMs: 600_000,
  /** Milliseconds until mail of an email that no longer compiles is tried again. */
  sendBrokenMs: 60_000,
  /** Hours for which the number of accepted mails is kept by their time. */
  sentMinutesHours: 2,
  /** Reports that `/metrics` counts, of each state. */
  optOutsCounted: 10_000,
  /** Milliseconds for which no other process reports the same opt-outs. */
  optOutClaimMs: 600_000,
  /** Mails, failed or uncertain, that one call puts back into the queue or dismisses. */
  sendsRetriedAtOnce: 5_000,
  /** Mails counted that a call would retry or leave out. */
  sendsRetriedCounted: 100_000,
  /** Octets of a line of a mail without its end (RFC 5322 §2.1.1). */
  mailLineOctets: 998,
  /** Characters of the value of such a header. */
  messageHeaderChars: 2_000,
  /** Bytes of one stored chunk of a file. */
  fileChunkBytes: 262_144,
  /** Characters of base64 in a body from which on a file is stored as it arrives. */
  fileInlineChars: 65_536,
  /** Milliseconds after which a file that no message uses is swept. */
  fileUnusedMs: 3_600_000,
  /** Bytes of a mail that is submitted by SMTP. */
  submissionBytes: 25_000_000,
  /** Octets of the subject of submitted mail that are read, encoded as they are. */
  subjectOctets: 16_384,
  /** Octets of submitted mail that are read before other work gets its turn. */
  mailPartOctets: 65_536,
  /** Bytes of its headers. */
  submissionHeadBytes: 262_144,
  /** Recipients of a mail that is submitted by SMTP. */
  submissionRecipients: 50,
  /** Hours in which the same mail of one program to one recipient is sent once. */
  submissionHours: 24,
  /** Characters of the HTML and of the text of such a mail, up to which it is shown. */
  submissionShownChars: 5_000_000,
  /** Connections of programs that submit mail at once. */
  submissionConnections: 200,
  /** Connections of those that one address may have; trusted proxies have no such limit. */
  submissionConnectionsPerAddress: 50,
  /** Milliseconds without a command or data after which such a connection is closed. */
  submissionIdleMs: 60_000,
  /** Files of one message. */
  attachments: 50,
  /** Bytes of the files of one message together. */
  attachmentBytes: 10_000_000,
  /** Bytes of the body of a message, with its files in base64. */
  messageBodyBytes: 15_728_640,
  /** Characters of the name of a file. */
  filenameChars: 255,
  /** Octets of the local part of an address (RFC 5321 §4.5.3.1.1). */
  addressLocalOctets: 64,
  /** Characters of a label of a domain (RFC 1035 §2.3.4). */
  domainLabelChars: 63,
  /** Octets of a header line that holds an encoded word (RFC 2047 §2). */
  encodedLineOctets: 76,
  /** Characters of a MIME boundary (RFC 2046 §5.1.1). */
  boundaryChars: 70,
  /** Mails that the outbox writes at once. */
  outboxWrites: 8,
  /** Milliseconds for connecting to an SMTP server; RFC 5321 names no time. */
  smtpConnectMs: 60_000,
  /** Milliseconds for the greeting of the server (RFC 5321 §4.5.3.2). */
  smtpGreetingMs: 300_000,
  /** Milliseconds for the reply to a command (RFC 5321 §4.5.3.2). */
  smtpCommandMs: 300_000,
  /** Milliseconds for the reply to DATA (RFC 5321 §4.5.3.2). */
  smtpDataMs: 120_000,
  /** Milliseconds for handing over one block of the message (RFC 5321 §4.5.3.2). */
  smtpBlockMs: 180_000,
  /** Milliseconds for the reply to the end of the message (RFC 5321 §4.5.3.2). */
  smtpFinalMs: 600_000,
  /** Milliseconds for the reply to QUIT; nothing depends on it. */
  smtpQuitMs: 2_000,
  /** Milliseconds without a message after which a pooled connection is closed. */
  smtpIdleMs: 5_000,
  /** Connections to an SMTP server where the URL names no number. */
  smtpConnections: 10,
  /** Connections that the URL can name. */
  smtpConnectionsMost: 100,
  /** Messages of one connection; some servers end it after a hundred. */
  smtpMessagesPerConnection: 100,
  /** Seconds for which an access token is valid where its server does not say. */
  oauthSeconds: 3_600,
  /** Seconds before its end at which an access token is renewed. */
  oauthSpareSeconds: 60,
  /** Bytes of a block in which a message is handed to the socket, so that progress can be seen. */
  smtpBlockBytes: 65_536,
  /** Bytes of one reply, all its lines together. */
  smtpReplyBytes: 65_536,
  /** Replies waiting to be read; at most one envelope is ever in progress. */
  smtpPendingReplies: 8,
  /** Characters of a server's reply that are stored in a reason. */
  smtpReasonChars: 500,
  /**
   * Milliseconds of a request to a provider's API, from the connection to the end of its answer.
   */
  providerAnswerMs: 60_000,
  /**
   * Bytes a millisecond of a request with files that a provider takes at least; its answer has as much
   * longer to come.
   */
  providerUploadBytes: 100,
  /** Bytes read of such an answer. */
  providerAnswerBytes: 65_536,
  /** Requests to the API of a provider at once. */
  providerRequests: 10,
  /**
   * Milliseconds that a mail waits for its turn under a rate limit; then it returns to the queue.
   */
  providerTurnMs: 10_000,
  /** Milliseconds of pause for a busy provider that names no time. */
  providerPauseMs: 5_000,
  /** Milliseconds of pause for a busy provider at most, whatever time it names. */
  providerPauseMostMs: 3_600_000,
  /** Bits of the shortest RSA key that signs mail (RFC 8301 §3.2). */
  dkimRsaBits: 1_024,
  /** Bits of an RSA key below which a warning says that it is short; signers should use as many. */
  dkimRsaWeakBits: 2_048,
  /** Milliseconds that the time of a signed webhook may be away from now. */
  webhookFreshMs: 300_000,
  /**
   * Milliseconds that the time of a Mailgun webhook may be in the past: it retries for eight hours
   * with its first signature.
   */
  webhookRetriedMs: 43_200_000,
  /** Days for which something can be kept that a setting says; 0 is for ever. */
  retentionDays: 36_500,
  /** Groups of contents of sent mail, or frames of them, that one statement removes. */
  contentsForgottenAtOnce: 1_000,
  /** Frames of mail whose ids a process keeps. */
  framesKnown: 10_000,
  /** Milliseconds for which a process uses the id of a frame without looking whether it is there. */
  frameKnownMs: 3_600_000,
  /** Milliseconds after which the use of a frame is noted again. */
  frameUseNotedMs: 86_400_000,
  /** Milliseconds for which a frame is kept beyond its last noted use; twice what a note is too early. */
  frameSpareMs: 259_200_000,
  /**
   * Rows of mail, runs or events that one transaction of retention looks at: some 10 ms, in which it
   * holds their people (RET-03).
   */
  forgottenAtOnce: 100,
  /** Ids of mail, and of runs, that share a partition. */
  partitionIds: 10_000_000,
  /** Ids that share one above this number, so that no account gets many partitions. */
  widePartitionIds: 100_000_000,
  /** Milliseconds for which a change of partitions waits for those who use the table, and others for it. */
  partitionLockMs: 50,
  /** Tries of such a change, as long as others use the table. */
  partitionTries: 10,
  /** Milliseconds between two of these tries. */
  partitionPauseMs: 500,
  /** Milliseconds between two looks at whether two partitions are ahead. */
  partitionsEveryMs: 60_000,
  /** Erasures that are read at once for the list of them. */
  erasuresListed: 1_000,
  /** Ids before the newest listed erasure that are looked at again, since commits overtake each other. */
  erasuresLookedBack: 200,
  /** Milliseconds for which nobody takes the next part of a backup, after which it is given up. */
  backupStallMs: 120_000,
  /** Bytes of a row in a backup; the longest that is written takes some megabytes. */
  backupRowBytes: 67_108_864,
  /** Days without a backup after which one is overdue. */
  backupDays: 7,
  /** Changes of the history that one statement removes. */
  changesForgottenAtOnce: 5_000,
  /** Days for which a received webhook is remembered, so that a repeat is ignored. */
  webhookKeptDays: 7,
  /** Bounces of the soft kind in succession after which an address counts as gone. */
  softBounces: 5,
  /** Parts that are read of a MIME message. */
  messageParts: 50,
  /** Levels of parts inside parts of such a message. */
  messageDepth: 30,
  /** Bytes of headers that are read of such a message, and of each of its parts. */
  messageHeadBytes: 262_144,
  /** Headers that are read of such a message. */
  messageHeaders: 1_000,
  /**
   * Characters of the token of a public link; Fastify refuses path parameters over 100 by default.
   */
  publicTokenChars: 90,
  /** Days of one answer of statistics. */
  statsDays: 92,
  /** Days of such an answer if no beginning is given. */
  statsDaysDefault: 30,
  /** Days of mail that a list of flows shows. */
  flowListDays: 14,
  /** Links of one answer of the statistics of an email. */
  emailLinksListed: 100,
  /** Days of one report: three years. */
  reportDays: 1_100,
  /** Rows of one report. */
  reportRows: 1_100,
  /** Changes of figures that one round adds up. */
  figuresAtOnce: 20_000,
  /** Milliseconds between two such rounds of a process. */
  figuresEveryMs: 5_000,
  /** Mails of a flow, a sequence or an email whose people are counted; stats of more are kept ones. */
  statsExactMails: 100_000,
  /** Reads whose cost grows with the account that a process does at once. */
  heavyReadsAtOnce: 3,
  /** Reads that wait for such a turn; the next is refused. */
  heavyReadsWaiting: 50,
  /** Milliseconds that one waits; then it is refused. */
  heavyReadWaitMs: 5_000,
  /** Seconds after which a refused one is to be tried again. */
  heavyReadRetrySeconds: 5,
  /** Milliseconds for counting the outcomes of mail; then there are no figures. */
  statsMs: 5_000,
  /** Addresses of one email whose clicks are counted; further links lead there directly. */
  trackedLinks: 500,
  /** Milliseconds after the acceptance of a mail in which opens and clicks are not human. */
  trackingTooSoonMs: 3_000,
  /** Links of one mail whose clicks within `trackingBurstMs` are not human. */
  trackingBurstLinks: 3,
  /** Milliseconds of such a burst. */
  trackingBurstMs: 5_000,
  /** Requests kept of one link or pixel of a mail. */
  trackingHitsPerLink: 5,
  /** Requests kept of one mail. */
  trackingHitsPerSend: 100,
  /** Requests that one process holds until they are written; more are dropped. */
  trackingHitsPending: 20_000,
  /** Mails whose requests one transaction writes. */
  trackingSendsAtOnce: 1_000,
  /** Milliseconds that a request waits for others before it is written. */
  trackingFlushMs: 1_000,
  /** Characters stored of a user agent. */
  userAgentChars: 300,
  /** Characters of link URLs that a process caches. */
  linkCacheChars: 4_194_304,
  /** Sessions of MCP that one token has open at once. */
  mcpSessionsOfActor: 1_000,
  /** Milliseconds between two looks at the token of an open stream. */
  tokenLookMs: 5_000,
  /** Characters of an answer to an agent: about 6,000 tokens of four characters of JSON. */
  mcpResultChars: 24_000,
  /** Characters reserved in a shortened answer to say what was cut. */
  mcpCutsChars: 600,
  /** Characters of a definition of a flow that comes whole, however long the rest is. */
  mcpDefinitionChars: 80_000,
  /** Characters of a member that is too small to be left out of an answer. */
  mcpKeptMemberChars: 200,
  /** Errors, and also warnings, that an agent gets at once. */
  mcpFindings: 20,
  /** Values that a completion answers; the bound of the protocol. */
  mcpCompletions: 100,
  /** Characters of an argument that a question to a person shows. */
  mcpQuestionValueChars: 100,
  /** Milliseconds between two notifications of progress. */
  mcpProgressMs: 1_000,
  /** Resources that one client can subscribe to. */
  mcpSubscriptionsMax: 200,
  /** Milliseconds that a check waits for a mail server or the API of a provider. */
  checkAnswerMs: 5_000,
  /** Milliseconds that a check waits for one answer of a name server. */
  checkDnsMs: 2_000,
  /** Milliseconds after which a check is given up as a whole. */
  checkMs: 12_000,
  /** Milliseconds between two clocks that are worth a look. */
  clockAskewMs: 5_000,
  /** Milliseconds between two clocks that are a problem. */
  clockWrongMs: 60_000,
  /** Bytes free on a disk below which room should be made. */
  diskLowBytes: 2_147_483_648,
  /** Bytes free on a disk below which writes soon fail. */
  diskFullBytes: 268_435_456,
  /**
   * Milliseconds past its due time after which work is late: workers cannot keep up, or none is
   * running.
   */
  workLateMs: 300_000,
  /** Rows of overdue work that are counted, of each kind. */
  lateWorkCounted: 10_000,
  /** Mails in the queue that are counted, of each status and of each priority. */
  queueCounted: 10_000,
  /** Mails whose reasons are grouped in one call, which reads about a block for each. */
  queueReasonsCounted: 4_000,
  /** People on a sequence who are looked at for what a change of its steps does to them. */
  sequencePeopleCounted: 10_000,
  /** Reasons of mail that are listed, the most frequent first. */
  queueReasons: 100,
  /** Hours back for which reasons of failures are asked. */
  queueReasonHours: 8_760,
  /** Bounces and complaints that are looked at, the newest first. */
  bouncesCounted: 10_000,
  /** Domains of bounces that are listed. */
  bounceDomains: 200,
  /** Days of bounces by default. */
  bounceDaysDefault: 30,
  /** Days of bounces at most. */
  bounceDays: 366,
  /** Mails due next that are examined for failed attempts. */
  retryingLookedAt: 200,
  /**
   * Characters of a path parameter as it is written; an address of 254 bytes fits with percent
   * encoding.
   */
  pathParameterChars: 1_000,
  /** Characters of a bearer token. */
  bearerTokenChars: 500,
  /** Milliseconds for the headers of a request to arrive, and for a connection to stay silent. */
  httpHeadersMs: 5_000,
  /** Milliseconds between two looks for connections that are too slow. */
  httpCheckMs: 500,
  /** Milliseconds for the whole of a request to arrive. */
  httpRequestMs: 60_000,
  /** Milliseconds without a request after which a connection is closed. */
  httpIdleMs: 75_000,
  /** Connections of one address at once, by default; HTTP_CONNECTIONS_PER_ADDRESS changes it. */
  httpConnectionsPerAddress: 200,
  /** Bytes of all bodies together that come without a token. */
  openBodiesBytes: 67_108_864,
  /** Connections of the HTTP server at once. */
  httpConnections: 5_000,
  /** Bytes read and discarded of a body over its limit, so that the answer arrives. */
  httpDrainBytes: 33_554_432,
  /**
   * Bytes of the message in which a process reports the changes of its transactions; PostgreSQL
   * carries less than 8,000.
   */
  changesBytes: 7_500,
  /** Milliseconds between two such messages of a process. */
  noticesEveryMs: 50,
  /** Milliseconds between two announcements that what is counted of records moved. */
  figuresToldEveryMs: 1_000,
  /** Announcements of one token each second on average that it has a record open to edit it. */
  presencesPerSecond: 2,
  /** Announcements of one token at once that it has a record open. */
  presences: 20,
  /** Pages whose announcements wait for the next message to other processes. */
  presencesWaiting: 500,
  /** Clients of /api/v1/live, of each process. */
  liveClientsMax: 1_000,
  /** Bytes that wait for a client that does not read; then its stream is closed. */
  liveBufferBytes: 1_048_576,
  /**
   * Milliseconds between two comments that keep a stream alive; the token is checked again with
   * each.
   */
  liveHeartbeatMs: 15_000,
  /** Milliseconds until a client whose stream of changes broke reconnects. */
  liveRetryMs: 2_000,
  /** Seconds after which to try again what the service cannot answer now: a failover takes some. */
  unavailableSeconds: 5,
  /** Milliseconds for statements under way to end when the service stops. */
  stopStatementsMs: 5_000,
  /** Milliseconds for requests in progress to end when the service stops. */
  httpCloseMs: 7_000,
  /**
   * Milliseconds after which a process that is to stop ends, whatever it waits for (POOL-09). On a busy machine
   * it hears of the signal late, and takes its time to end.
   */
  stopMs: 8_000,
  /** Characters of one row of an imported file; also the most that is buffered of a file. */
  importRowChars: 1_048_576,
  /** Columns of an imported file. */
  importColumns: 1_000,
  /**
   * Rows of a file that are stored and then written together; the first such rows decide the types
   * of new fields.
   */
  importChunkRows: 1_000,
  /** Rows of such a chunk on the embedded database, whose only connection others wait for. */
  importChunkRowsEmbedded: 250,
  /** Characters of such a chunk. */
  importChunkChars: 2_097_152,
  /** Bytes of an import in a JSON body; a stream may have any size. */
  importContentBytes: 16_777_216,
  /** Rows in error of one import that are kept; all are counted. */
  importErrorsKept: 10_000,
  /** Rows in error shown in the answer about an import. */
  importErrorsShown: 10,
  /** Characters kept of a row in error. */
  importExcerptChars: 200,
  /**
   * Addresses of one file by which repeats are found; after these a repeat counts as an update.
   */
  importAddressesKnown: 4_194_304,
  /** Milliseconds that the answer to an import waits for the import to end. */
  importAnswerMs: 3_000,
  /** Milliseconds without a byte after which the server aborts an upload. */
  importIdleMs: 60_000,
  /** Milliseconds after which an upload whose process reports nothing counts as failed. */
  importSilentMs: 300_000,
  /** Tags that one tagging of many people adds, and as many that it removes. */
  tagsPerTagging: 20,
  /** People whom one transaction of a tagging changes. */
  taggingBatch: 1_000,
  /** People of such a transaction on the embedded database, whose one connection others wait for. */
  taggingBatchEmbedded: 250,
  /** People whom one transaction of a tagging examines. */
  taggingLooked: 20_000,
  /** Characters of a row in error that is kept whole, as JSON. */
  importRowKeptChars: 10_000,
  /** Days after which an import or a tagging is forgotten, with its rows in error. */
  importKeptDays: 30,
  /** Rows that an export reads at once. */
  exportBatchRows: 1_000,
  /** Bytes of a body with a tree of definition files (contract §1). */
  definitionsBytes: 16_777_216,
  /** Files of a tree. */
  definitionFiles: 20_000,
  /**
   * Characters of one definition file: the largest body or layout, with room for its front matter.
   */
  definitionFileChars: 1_310_720,
  /** Characters of the file of the settings. */
  settingsFileChars: 131_072,
  /** Characters of the front matter of a file: more than twice the size of any record's fields. */
  frontMatterChars: 16_384,
  /** Parts, keys, values and signs, of one JSON file: some thousand steps of a flow. */
  jsonFileParts: 100_000,
  /** Parts of one YAML file, which takes longer to read than JSON. */
  yamlFileParts: 25_000,
  /** Characters of a long text in YAML that count as one more part. */
  yamlPartChars: 16,
  /** Parts of all files of a tree that differ from what was pulled: about ten thousand emails. */
  definitionTreeParts: 1_000_000,
  /** Characters of the path of a definition file. */
  definitionPathChars: 200,
  /** Milliseconds of reading a tree before other work gets its turn. */
  treeSliceMs: 15,
  /** Attempts of an apply, which plans again if the account changed meanwhile. */
  applyAttempts: 3,
  /** Numbers up to this are ids that a file may ask for; new ids continue from the largest. */
  definitionIdMax: 1_000_000_000,
  /** Lines of the summary of one change. */
  changeSummaryLines: 50,
  /** Bytes of a body from a subscriber's page, which holds at most a reason. */
  publicBodyBytes: 16_384,
  /**
   * Changes of one person (resubscribing, choosing again) within the window; unsubscribing is never
   * refused.
   */
  subscriberChanges: 30,
  /** Milliseconds of that window. */
  subscriberWindowMs: 60_000,
  /** Calls a second of one token, by default; API_RATE changes it. */
  callsPerSecond: 1_000,
  /** Calls of one token at once, by default; API_BURST changes it. */
  callsBurst: 2_000,
  /** Previews, tests, validations, dry runs and diffs a second of one token. */
  rendersPerSecond: 20,
  /** Previews and so on at once. */
  renders: 60,
  /** Tokens whose calls are counted at once; those that were used longest ago are forgotten. */
  limitedTokens: 10_000,
  /** Tokens that are wrong and that one address may send within the time below. */
  failedLogins: 10,
  /** Milliseconds of that time. */
  failedLoginsMs: 60_000,
  /** Addresses whose wrong tokens are counted at once. */
  failedLoginAddresses: 10_000,
  /** Tokens that are known to be wrong without asking the database. */
  wrongTokensKept: 1_000,
  /** Milliseconds for which they are. */
  wrongTokensMs: 60_000,
  /** Characters that API_TOKEN has at least. */
  apiTokenChars: 24,
  /** Milliseconds without use after which a session of the console ends. */
  sessionIdleMs: 30 * 86_400_000,
  /** Milliseconds after which it ends in any case. */
  sessionMs: 180 * 86_400_000,
  /** Milliseconds for which a link signs in the operator who made it. */
  signInLinkMs: 900_000,
  /** Milliseconds for which a link signs in somebody who was invited. */
  invitationMs: 7 * 86_400_000,
  /** Characters of the code in such a link. */
  signInCodeChars: 100,
  /** Milliseconds for which an application may exchange the code of a consent (OAuth). */
  oauthCodeMs: 60_000,
  /** Milliseconds for which a used code is known, so that a second use is seen. */
  oauthCodeKeptMs: 86_400_000,
  /** Milliseconds for which an access token of an application is good. */
  oauthAccessMs: 3_600_000,
  /** Milliseconds for which a renewal that comes again gets the same tokens again. */
  oauthRepeatMs: 30_000,
  /** Milliseconds without use after which an application has to ask a person again. */
  oauthRefreshMs: 30 * 86_400_000,
  /** Applications that registered themselves and that nobody has consented to. */
  oauthUnusedClients: 1_000,
  /** Milliseconds for which such an application is kept. */
  oauthUnusedMs: 7 * 86_400_000,
  /** Registrations of applications that one address may send at once, and in a minute. */
  oauthRegistrations: 20,
  /** Characters of a name of an application. */
  oauthNameChars: 80,
  /** Characters of an address that an application names. */
  oauthUriChars: 2_000,
  /** Addresses to which one application may have people sent back. */
  oauthRedirectUris: 20,
  /** Characters of a request for consent or a token. */
  oauthRequestChars: 16_000,
  /** Bytes of the metadata document of an application. */
  oauthDocumentBytes: 10_240,
  /** Milliseconds in which such a document must have arrived. */
  oauthDocumentMs: 5_000,
  /** Seconds for which it is used at most before it is read again. */
  oauthDocumentSeconds: 86_400,
  /** Milliseconds for which a browser keeps the mailbox open. */
  mailboxCookieMs: 43_200_000,
  /** Milliseconds that a notification of SNS may be old: it is tried again for an hour. */
  snsOldMs: 7_200_000,
  /** Milliseconds that one may be ahead of our clock. */
  snsAheadMs: 300_000,
  /** Addresses and ranges that one token allows. */
  tokenAddresses: 50,
  /** Characters of the origin of a page. */
  originChars: 300,
  /** Origins whose pages one token may show a flow to. */
  tokenSites: 20,
  /** Milliseconds for which a token shows a flow where the caller names no end. */
  embedMs: 90 * 86_400_000,
  /** Characters of an IP address or range. */
  addressRangeChars: 50,
  /** Milliseconds that our own client waits for an answer; moving the test clock can take long. */
  clientAnswerMs: 300_000,
  /** Milliseconds without a change before "postroad watch" reads the files. */
  watchQuietMs: 150,
  /** Milliseconds between two requests of "postroad events tail" and "postroad queue --watch". */
  watchPollMs: 1_000,
  /** Files that a command reads or writes at once. */
  definitionFilesAtOnce: 32,
  /** Mails on one page of the mailbox. */
  mailboxPage: 50,
  /** Bytes that the mailbox reads of one mail. */
  mailboxMessageBytes: 4_194_304,
  /** Mails that one search of the mailbox reads. */
  mailboxSearched: 2_000,
  /** Bytes that a search of the mailbox reads of one mail. */
  mailboxSearchBytes: 262_144,
  /** Bytes of a mail in which the mailbox looks for the headers. */
  mailboxHeadBytes: 32_768,
  /** Files of mail that the mailbox reads or removes at once. */
  mailboxFilesAtOnce: 32,
  /** Characters of a search in the mailbox. */
  mailboxSearchChars: 200,
  /** Milliseconds after its last change for which the list of a folder is read again. */
  mailboxSettledMs: 2_000,
  /** Milliseconds between two beats of the lock of a data directory. */
  lockBeatMs: 500,
  /** Milliseconds after a beat for which its process may write to the directory. */
  lockTermMs: 2_000,
  /**
   * Milliseconds without a beat after which a lock of this machine is taken over: more than the term,
   * so that a write that had begun is done.
   */
  lockWaitMs: 3_000,
  /**
   * Milliseconds of the same for a lock of another machine, or from before this one was restarted:
   * the other machine may write back what it held in memory, which Linux does within 35 seconds.
   */
  lockWaitElsewhereMs: 40_000,
  /** Milliseconds of attempts to renew a lock whose term is over; then its process ends. */
  lockLostMs: 60_000,
  /** Milliseconds for the last write to a lock, when it is released. */
  lockReleaseMs: 2_000,
  /**
   * Milliseconds in which the thread of the embedded database neither answers nor works on a file;
   * then it is ended.
   */
  embeddedAnswerMs: 60_000,
  /** Milliseconds for connecting to a database server, and again for logging in. */
  databaseConnectMs: 10_000,
  /** Milliseconds to wait for a connection to come free before a process opens another one. */
  databaseConnectionWaitMs: 20,
  /** Milliseconds between two looks whether the database server is still there. */
  databaseLookMs: 5_000,
  /** Seconds without an answer to such a look, after which its connections are closed. */
  databaseSilentSeconds: 10,
  /**
   * Milliseconds for the database to answer what `/readyz` and `/metrics` ask; of a server whose machine is
   * gone nothing is heard for many minutes.
   */
  healthAnswerMs: 10_000,
  /** Connections of a process to its read replica. */
  replicaConnections: 4,
  /** Milliseconds that a replica may be behind; further behind it answers no reads. */
  replicaLagMs: 30_000,
  /** Milliseconds between two looks at the replica. */
  replicaLookMs: 5_000,
  /** Milliseconds for the replica to answer such a look; then its connections are closed. */
  replicaAnswerMs: 5_000,
  /** Milliseconds for closing the embedded database; then its thread is ended. */
  embeddedStopMs: 10_000,
  /** Milliseconds between two attempts to open an embedded database that stopped by itself. */
  embeddedReopenMs: 5_000,
  /** Bytes of free disk without which opening the embedded database again is not attempted. */
  embeddedRoomBytes: 33_554_432,
  /** Characters of the address of a webhook endpoint. */
  webhookUrlChars: 2_000,
  /** Types and patterns that one webhook endpoint names. */
  webhookPatterns: 50,
  /** Endpoints of webhooks in an account; each is asked for work of its own. */
  webhookEndpoints: 50,
  /** Hours that a former secret of a webhook endpoint signs at most. */
  webhookKeepHours: 24,
  /** Deliveries to one webhook endpoint that are claimed at once. */
  webhookBatch: 64,
  /** Deliveries to one webhook endpoint that are under way at once. */
  webhookConcurrency: 16,
  /** Milliseconds for one attempt of a delivery, from the name to the end of the answer. */
  webhookAttemptMs: 15_000,
  /**
   * Milliseconds after which a claimed delivery is taken for lost; a batch takes at most as many
   * attempts one after another as it is larger than `webhookConcurrency`.
   */
  webhookClaimMs: 120_000,
  /** Bytes of an answer to a delivery that are read; the rest is not, and nothing is kept. */
  webhookAnswerBytes: 65_536,
  /** Attempts of one delivery that are kept and shown. */
  webhookAttemptsKept: 20,
  /** Characters of the reason why a delivery got no answer. */
  webhookErrorChars: 200,
} as const;
