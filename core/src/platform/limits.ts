/**
 * Every bound of the service in one place. Units stand last in the names.
 * `test/architecture/limits.test.ts` refuses an entry that nothing reads.
 */
export const limits = {
  /** Contract §1: body of an ordinary request. */
  bodyBytes: 1_048_576,
  /** Nesting of any JSON value that is stored; deeper JSON stops PGlite without an error. */
  jsonDepth: 32,
  /** What is told of a path into JSON; its keys can be of any length. */
  pathChars: 500,
  /** Spec, Limits. */
  eventsPerBatch: 100,
  eventDetailsBytes: 65_536,
  pageDefault: 50,
  pageMax: 200,
  flowNestingDepth: 10,
  stepsPerFlow: 20_000,
  /** Flows that start or release each other by events, without a wait between them. */
  flowChain: 20,
  /** Walks of one batch of runs, and of one flow among them; the others are left for the next batch. */
  walkBatchMs: 1_000,
  walkFlowMs: 250,
  /** Details of one fired event, which are filled in while others wait. */
  detailsRenderMs: 100,
  /** Levels of all, any and not in one condition or match, the root included. */
  conditionDepth: 10,
  /** Groups and leaves of one condition or match; of a condition with the segments it names. */
  conditionNodes: 500,
  /** A condition that may change by time alone, at a moment that is not known, is looked at again. */
  conditionRecheckMs: 3_600_000,
  /** Segments inside segments. */
  segmentDepth: 10,
  /** Of conditions, ten years. */
  withinDaysMax: 3_650,
  /** Entries of a list, and the largest count, among the arguments of a predicate. */
  predicateListMax: 100,
  predicateCountMax: 1_000,
  descriptionChars: 2_000,
  /** Counting the people of one segment, and of all on a page of segments, stops after this. */
  segmentCountMs: 10_000,
  segmentsCountMs: 2_000,
  /** Reading people of a segment: a page is answered short, and a search given up, after this. */
  segmentPageMs: 2_000,
  segmentSearchMs: 10_000,
  segmentSample: 5,
  /** People of a first, and of a largest, window in which those of a segment are looked for. */
  segmentWindowFirst: 2_000,
  segmentWindowMost: 200_000,
  /** The same where the database can not end a statement: it is asked for so many people at once. */
  segmentWindowEmbedded: 10_000,
  /** RFC 5321 §4.5.3.1: a path is at most 256 octets, the address in it 254. */
  addressChars: 254,
  nameChars: 200,
  keyChars: 80,
  labelChars: 80,
  labelsPerRecord: 50,
  tagChars: 120,
  tagsPerPerson: 1_000,
  externalIdChars: 200,
  noteChars: 10_000,
  /** Contract §4.7. */
  reasonChars: 500,
  /** People a search looks at one by one: those a filter with few matches finds. */
  peopleNarrowed: 5_000,
  /** People a search walks from the newest on for one page, where all filters match more. */
  peoplePassedOver: 200_000,
  /** As `peopleNarrowed`, once those did not fill the page. */
  peopleNarrowedLate: 100_000,
  /** Of a person's runs in a flow, of the sends and of the events that explain looks at. */
  explainedRows: 20,
  /** Reasons kept of events of a person that started no run, of all flows together. */
  explainedRefusals: 200,
  fieldsPerPerson: 500,
  fieldValueChars: 10_000,
  eventNameChars: 200,
  /** One amount: a million millions of the currency. */
  moneyCentsMax: 100_000_000_000_000,
  /** People counted of one tag; each costs a look at the person's row. */
  tagPeopleCounted: 100_000,
  /** Distinct paths kept of an event type's details. */
  shapePaths: 200,
  shapePathChars: 200,
  idempotencyKeyChars: 200,
  idempotencyHours: 24,
  urlChars: 2_000,
  subjectChars: 500,
  preHeaderChars: 1_000,
  /** Subject and pre-header with values filled in; the rest is cut. */
  filledLineChars: 2_000,
  bodyMarkdownChars: 262_144,
  /** Sends that hold an email are counted this far. */
  holdersCounted: 1_000,
  /** Of the whole account. */
  testSendsPerHour: 20,
  layoutChars: 524_288,
  componentChars: 131_072,
  /** All components of one body or layout, each time they are used. */
  componentCharsExpanded: 524_288,
  /** Components inside components. */
  componentDepth: 10,
  componentErrorsListed: 20,
  /** Of each kind of what uses a record, named where it is looked at or cannot be deleted. */
  usersListed: 100,
  /** The same in each row of a list; the rest is counted. */
  usersListedInRow: 10,
  fontStackChars: 500,
  /** Emails a thread compiles for one message; what is more urgent waits for so many. */
  recompileEmails: 25,
  /** Emails that a save recompiles in its own transaction; more become background work. */
  recompileAtOnce: 200,
  /** Of more, so many are compiled before the save is accepted, in case it breaks them all. */
  recompileSample: 50,
  /** Batches of background work on their way at once: compiled, or being written. */
  recompileStrands: 3,
  /** Background work of a process that is gone is taken up by another after this long. */
  recompileClaimMs: 10_000,
  recompileFailuresListed: 20,
  /** Sources of the prepared templates kept for sending. */
  templateCacheChars: 16_777_216,
  /** One Liquid source; a layout around the longest body fits. */
  liquidSourceChars: 2_097_152,
  /** Cooperative: a preview also runs in a worker that can be ended. */
  liquidRenderMs: 500,
  liquidRenderAgainMs: 250,
  /** A save or preview in a thread that is then ended; its answer comes within a second. */
  renderThreadMs: 800,
  /** One email of a batch: it was sound when it was saved, and a busy machine breaks none. */
  renderBatchMs: 5_000,
  renderThreads: 3,
  /** Threads that work in the background leave one to those who wait. */
  renderThreadsBehind: 2,
  /** Heap of such a thread, and what of it a compile that is kept may have come from. */
  renderThreadMb: 192,
  renderKeptChars: 200_000,
  /** What previewed emails compile from, kept while they do not change. */
  previewSourcesChars: 8_388_608,
  /** Renders that wait for a thread. */
  rendersWaiting: 100,
  /** Entries of lists and ranges and characters that filters make; what a million costs is a second. */
  liquidMemoryUnits: 500_000,
  liquidExcerptChars: 60,
  /** A loop over more items keeps looking at the clock. */
  quickLoopItems: 100,
  liquidDepth: 100,
  /** Of a body and of a layout each; a parser's recursion ends the process some thousands deeper. */
  htmlDepth: 100,
  htmlOpenFormats: 20,
  htmlTags: 20_000,
  /** One text of a diagram, an outline or a diff of flows. */
  drawnChars: 160,
  /** Mermaid draws no more than 500 edges and 50,000 characters as it comes. */
  drawnSteps: 200,
  diagramChars: 30_000,
  stepTextChars: 2_000,
  /** Flows of which each gets a share of the runs claimed at once, while there are too many due. */
  runShareFlows: 500,
  /** People on a step that changed who are made due at once. */
  gateCheckRuns: 5_000,
  sequenceSteps: 200,
  /** People on sequences who are taken on at once. */
  sequenceBatch: 500,
  /** Entries of one run's trace that are shown. */
  runTraceShown: 1_000,
  /** Parked runs that one call moves or retries. */
  runsControlledAtOnce: 5_000,
  stepIdMax: 2_147_483_647,
  durationAmountMax: 1_000_000,
  durationDaysMax: 3_650,
  /** Spec, Limits. */
  renewalDaysBeforeMax: 366,
  renewalPreviewDays: 14,
  /** Runs that one transaction of a scan starts, and rows that a preview reads at once. */
  renewalBatch: 1_000,
  /** Rows of each list that a preview answers at most; the rest is counted. */
  renewalRowsShown: 1_000,
  /** Time zones, and days of each, whose offsets from UTC are kept. */
  zonesKept: 1_000,
  zoneDaysKept: 4_000,
  /** Spec, Subscription preferences object and Toggle fields. */
  toggles: 30,
  toggleIdChars: 80,
  toggleLabelChars: 200,
  toggleDescriptionChars: 1_000,
  toggleConditionDepth: 5,
  toggleConditionChildren: 30,
  toggleActions: 30,
  preferenceCopyChars: 500,
  /** Of hosted pages: what is read of the languages a browser asks for, and a posted form. */
  acceptLanguageChars: 1_000,
  pageFormBytes: 65_536,
  /** Leaves that a toggle does not write and that are tried both ways, when it is judged. */
  toggleOpenLeaves: 8,
  unsubscribeCopyChars: 500,
  mailingAddressChars: 1_000,
  tunables: 200,
  sendWindowRules: 100,
  /** Days among which a window of a week is looked for; a zone can have skipped some. */
  sendWindowDaysAhead: 22,
  broadcastEmailsPerHour: 10_000_000,
  /** A datetime as it is written by hand. */
  sendAtChars: 100,
  /** People that one transaction looks at while a broadcast goes into the queue. */
  broadcastFillPeople: 20_000,
  broadcastFillPeopleEmbedded: 5_000,
  /** Emails that one statement takes out of the queue when a broadcast is canceled. */
  broadcastCancelSends: 20_000,
  /** The answer to what stops mail waits for what is being handed over, this long at most. */
  handOverWaitMs: 2_000,
  /** Scheduled broadcasts that one round starts. */
  broadcastsStarted: 20,
  /** One answer of describe_schema, about 1,200 tokens; what the account has fills what is left. */
  describeChars: 4_800,
  /** Names of each kind that are looked at for it; longer ones than these are left out. */
  describeNames: 50,
  describeNameChars: 80,
  /** Findings listed of each severity; the rest is counted. */
  issuesListedMax: 1_000,
  /** Contract §4.3. */
  historicalAfterHours: 24,
  /** A definite 4xx is tried again this often, with back-off over about half a day. */
  sendAttemptsMax: 20,
  sendRetryFirstMs: 30_000,
  sendRetryMostMs: 3_600_000,
  /** Pause before a server that could not be reached is tried again. */
  sendUnreachableMs: 30_000,
  /** Mail of an email that no longer compiles is looked at again after this long. */
  sendBrokenMs: 60_000,
  /** Opt-outs that a round tells the mail provider of, and for how long nobody else does. */
  optOutBatch: 100,
  optOutClaimMs: 600_000,
  /** Failed or uncertain mail that one call puts back into the queue or dismisses. */
  sendsRetriedAtOnce: 5_000,
  /** What would be retried, or is left out, is counted this far. */
  sendsRetriedCounted: 100_000,
  /** RFC 5322 §2.1.1, without the line end. */
  mailLineOctets: 998,
  /** RFC 5321 §4.5.3.1.1. */
  addressLocalOctets: 64,
  /** RFC 1035 §2.3.4. */
  domainLabelChars: 63,
  /** RFC 2047 §2: a line that holds an encoded word. */
  encodedLineOctets: 76,
  /** RFC 2046 §5.1.1. */
  boundaryChars: 70,
  /** Messages the outbox writes at once. */
  outboxWrites: 8,
  /** Waiting times of RFC 5321 §4.5.3.2; connecting and quitting are ours. */
  smtpConnectMs: 60_000,
  smtpGreetingMs: 300_000,
  smtpCommandMs: 300_000,
  smtpDataMs: 120_000,
  smtpBlockMs: 180_000,
  smtpFinalMs: 600_000,
  smtpQuitMs: 2_000,
  /** After this long without a message a pooled connection is closed. */
  smtpIdleMs: 5_000,
  smtpConnections: 10,
  smtpConnectionsMost: 100,
  smtpMessagesPerConnection: 100,
  /** How long an access token is good for where that is not said, and how long before it is renewed. */
  oauthSeconds: 3_600,
  oauthSpareSeconds: 60,
  /** Bodies are handed to the socket in blocks, so that progress can be seen. */
  smtpBlockBytes: 65_536,
  /** One reply, all its lines together. */
  smtpReplyBytes: 65_536,
  /** Replies that lie unread; no more than one envelope is ever under way. */
  smtpPendingReplies: 8,
  /** What is kept of a server's words in a reason. */
  smtpReasonChars: 500,
  /** A request to a provider's API, from the connection to the end of its answer. */
  providerAnswerMs: 60_000,
  /** What is read of that answer. */
  providerAnswerBytes: 65_536,
  /** Requests to a provider's API at once. */
  providerRequests: 10,
  /** A mail waits for its turn under a rate limit for so long; then it goes back into the queue. */
  providerTurnMs: 10_000,
  /** How long a provider that is too busy is left alone: where it names no time, and at most. */
  providerPauseMs: 5_000,
  providerPauseMostMs: 3_600_000,
  /** RFC 8301 §3.2. */
  dkimRsaBits: 1_024,
  /** How far the time of a signed webhook may be away. */
  webhookFreshMs: 300_000,
  /** Mailgun tries again for eight hours, with the signature of the first time. */
  webhookRetriedMs: 43_200_000,
  /** Webhooks already taken are known for so long. */
  webhookKeptDays: 7,
  /** Soft bounces in a row after which an address counts as gone. */
  softBounces: 5,
  /** Parts of a MIME message that is read, and how deep they lie in one another. */
  messageParts: 50,
  messageDepth: 5,
  messageHeaders: 1_000,
  /** Fastify refuses longer path parameters at 100. */
  publicTokenChars: 90,
  /** Days of one answer of statistics, and of those where no beginning is asked for. */
  statsDays: 92,
  statsDaysDefault: 30,
  /** Counting what became of mail stops after this. */
  statsMs: 5_000,
  /** Addresses of one email whose clicks are counted; further links lead there directly. */
  trackedLinks: 500,
  /** Opens and clicks this soon after a mail was accepted are no person's. */
  trackingTooSoonMs: 3_000,
  /** Nor are clicks on so many links within so long. */
  trackingBurstLinks: 3,
  trackingBurstMs: 5_000,
  /** Requests kept of one link or pixel, and of one mail. */
  trackingHitsPerLink: 5,
  trackingHitsPerSend: 100,
  /** Of a process: what waits to be written, and mails whose requests are written together. */
  trackingHitsPending: 20_000,
  trackingSendsAtOnce: 1_000,
  /** How long a request waits for others before it is written. */
  trackingFlushMs: 1_000,
  /** What is kept of the name a program gives itself. */
  userAgentChars: 300,
  /** Addresses of links that a process keeps at hand, all together. */
  linkCacheChars: 4_194_304,
  /** Clients with a session at once, of each transport that keeps one. */
  mcpSessionsMax: 1_000,
  /** Of an answer to an agent: about 6,000 tokens, counted as characters of JSON by four. */
  mcpResultChars: 24_000,
  /** Room that what is said of a shortened answer takes. */
  mcpTruncatedChars: 600,
  /** Errors, and warnings, that an agent is given at once. */
  mcpFindings: 20,
  /** Values that a completion answers; the protocol's bound. */
  mcpCompletions: 100,
  /** Between two notifications of progress. */
  mcpProgressMs: 1_000,
  /** Resources that one client can subscribe to. */
  mcpSubscriptionsMax: 200,
  /** How long doctor waits for an SMTP server's greeting. */
  doctorSmtpMs: 5_000,
  /** Work this long past its time is late: no worker keeps up, or none runs. */
  workLateMs: 300_000,
  lateWorkCounted: 10_000,
  /** Of the mail that is due next, what is looked at for attempts in vain. */
  retryingLookedAt: 200,
  /** A path parameter as it is written, percent encoding included: an address of 254 bytes fits. */
  pathParameterChars: 1_000,
  bearerTokenChars: 500,
  /** Time for the headers, and for the whole of a request, to arrive. */
  httpHeadersMs: 15_000,
  httpRequestMs: 60_000,
  /** After this long without a request a connection is closed. */
  httpIdleMs: 75_000,
  httpConnections: 5_000,
  /** What is read and thrown away of a body over its limit, so that the answer arrives. */
  httpDrainBytes: 33_554_432,
  /** What one transaction changed, as processes tell each other; PostgreSQL carries less than 8,000. */
  changesBytes: 7_500,
  /** Clients of /api/v1/live, of each process. */
  liveClientsMax: 1_000,
  /** What waits for a client that does not read; then its stream is closed. */
  liveBufferBytes: 1_048_576,
  /** A comment says that the stream is alive, and the token is looked at again. */
  liveHeartbeatMs: 15_000,
  /** Until a client whose stream of changes broke asks for it again. */
  liveRetryMs: 2_000,
  /** Requests under way when the service stops have this long to end. */
  httpCloseMs: 10_000,
  /** One row of an imported file; also what is held of a file at most, whatever it looks like. */
  importRowChars: 1_048_576,
  importColumns: 1_000,
  /** Rows of a file that are kept, and then written, together; as many decide the types of new fields. */
  importChunkRows: 1_000,
  /** On the embedded database, where others wait for its one connection meanwhile. */
  importChunkRowsEmbedded: 250,
  importChunkChars: 2_097_152,
  /** An import in a JSON body; as a stream it may have any size. */
  importContentBytes: 16_777_216,
  /** Rows in error of one import that are kept; all are counted. */
  importErrorsKept: 10_000,
  importErrorsShown: 10,
  importExcerptChars: 200,
  /** Addresses of one file that repeats are told by; further on a repeat counts as an update. */
  importAddressesKnown: 4_194_304,
  /** How long the answer to an import waits for its end. */
  importAnswerMs: 3_000,
  /** An upload that stays silent for so long has broken off. */
  importIdleMs: 60_000,
  importSilentMs: 300_000,
  /** What an import was told and answered, its rows in error above all, is forgotten after this. */
  importKeptDays: 30,
  exportBatchRows: 1_000,
  /** A body with a tree of definition files (contract §1). */
  definitionsBytes: 16_777_216,
  definitionFiles: 20_000,
  /** One definition file: the largest body or layout there is, with room for its front matter. */
  definitionFileChars: 1_310_720,
  settingsFileChars: 131_072,
  /** More than twice of what the fields of any record come to. */
  frontMatterChars: 16_384,
  /** Keys, values and signs of one file of JSON; some thousand steps of a flow. */
  jsonFileParts: 100_000,
  /** The same of YAML, which takes longer to read; long texts count by their length too. */
  yamlFileParts: 25_000,
  yamlPartChars: 16,
  /** The same of all files of a tree that are not as they were pulled; ten thousand emails or so. */
  definitionTreeParts: 1_000_000,
  definitionPathChars: 200,
  /** A tree is read for so long before others have their turn. */
  treeSliceMs: 25,
  /** An apply plans anew so often where the account is changed meanwhile. */
  applyAttempts: 3,
  /** An id that a file asks for; ids go on from the largest. */
  definitionIdMax: 1_000_000_000,
  /** Of one change, told in its summary. */
  changeSummaryLines: 50,
  /** A body that a subscriber's page sends; a reason is all there is to say. */
  publicBodyBytes: 16_384,
  /** How often one person may come back or choose anew within the window; leaving is never refused. */
  subscriberChanges: 30,
  subscriberWindowMs: 60_000,
  /** How long our own client waits for an answer; moving the test clock can take long. */
  clientAnswerMs: 300_000,
  /** How long files stay quiet before "postroad watch" looks at them. */
  watchQuietMs: 150,
  /** How often "postroad events tail" and "postroad queue --watch" ask. */
  watchPollMs: 1_000,
  /** Definition files that a command reads or writes at once. */
  definitionFilesAtOnce: 32,
  /** Mails on one page of the mailbox, and how much of one is read. */
  mailboxPage: 50,
  mailboxMessageBytes: 4_194_304,
} as const;
