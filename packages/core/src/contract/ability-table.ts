import type { Feature } from './features.js'

/** What the core knows of one optional method of a platform. */
export interface AbilityMethod {
  /** Name of the interface it belongs to. */
  readonly ability: string
  /** The flag that must be on as well; null where the method alone says it. */
  readonly flag: Feature | null
  /** What it does, as a phrase: for refusals. */
  readonly what: string
  /** What to do instead, as a sentence; null when there is nothing. */
  readonly instead: string | null
  /** True for methods that answer at once. */
  readonly sync: boolean
}

function row(
  ability: string,
  flag: Feature | null,
  what: string,
  instead: string | null = null,
  sync = false,
): AbilityMethod {
  return { ability, flag, what, instead, sync }
}

const POLL = 'Poll with account.fetchUpdates or account.fetchUpdatesAfter where the network has them.'
const DONE_AT_ONCE = 'A post there is finished when account.post answers.'

/** Every optional method of a platform. What is not here and not part of `PlatformBase` is no ability. */
export const ABILITY_METHODS: Readonly<Record<string, AbilityMethod>> = {
  publish: row('CanPublish', null, 'publishing posts'),
  createApp: row('CanCreateApp', 'CREATE_APP', 'registering an app'),
  resumeLogin: row(
    'CanResumeLogin',
    null,
    'picking an account at sign-in',
    'Its sign-in finishes in finishLogin.',
  ),
  revoke: row('CanRevoke', null, 'withdrawing a token'),
  deletePost: row('CanDeletePosts', 'DELETE_POST', 'deleting a post'),
  editPost: row(
    'CanEditPosts',
    'EDIT_POST',
    'changing a post',
    'Delete it and post anew where the network has account.deletePost.',
  ),
  checkThreadPart: row(
    'CanPostThreads',
    'POST_THREAD',
    'posting several posts as one thread',
    'Post one after another with account.post, and replyTo where the network has it.',
  ),
  listChoices: row(
    'CanListChoices',
    null,
    'listing what its post options may be',
    'The schema of its options says what they take.',
  ),
  searchChoices: row(
    'CanSearchChoices',
    null,
    'searching for what its post options may be',
    'account.listChoices lists what there is where the network has it.',
  ),
  isScheduled: row(
    'CanManageScheduled',
    null,
    'telling whether a post still waits for its moment',
    'Ask account.checkState where the network has it.',
  ),
  cancelScheduled: row(
    'CanManageScheduled',
    null,
    'cancelling a post that waits for its moment',
    "Cancel it on the network's own page.",
  ),
  readStats: row('CanReadStats', 'READ_STATS', 'reading the numbers of a post'),
  readProfile: row('CanReadProfile', null, "reading the account's profile"),
  readReplies: row(
    'CanReadReplies',
    null,
    'reading the replies to a post as updates',
    'account.readThread reads them where the network has it.',
  ),
  fetchUpdates: row('CanReadUpdates', null, 'polling for updates by time'),
  fetchUpdatesAfter: row('CanReadUpdatesAfter', 'READ_UPDATES_AFTER', 'polling for updates by marker'),
  markSeen: row('CanReadUpdatesAfter', 'READ_UPDATES_AFTER', 'marking updates as seen'),
  listen: row('CanListen', 'LISTEN', 'live updates', POLL),
  checkSignature: row('CanCheckSignature', 'PUSH_UPDATES', 'pushed updates', `It never pushes. ${POLL}`),
  readUpdate: row('CanReadPushedUpdate', null, 'reading a pushed update', POLL, true),
  readUpdates: row('CanReadPushedUpdates', null, 'reading pushed updates', POLL, true),
  answerSetupCheck: row('CanAnswerSetupCheck', null, 'a setup check', null, true),
  startUpdates: row('CanStartUpdates', null, 'starting pushed updates for one account'),
  stopUpdates: row('CanStartUpdates', null, 'stopping pushed updates for one account'),
  checkState: row('CanCheckState', null, 'asking how a post is getting on', DONE_AT_ONCE),
  replyToUpdate: row(
    'CanReplyToUpdates',
    null,
    'answering an update',
    'account.reply answers a post where the network has it.',
  ),
  deleteComment: row('CanModerateComments', null, 'deleting a comment'),
  setCommentVisibility: row('CanModerateComments', null, 'hiding a comment'),
  getLocation: row('CanEditBusinessInfo', null, 'business listings'),
  updateLocation: row('CanEditBusinessInfo', null, 'business listings'),
  verificationOptions: row('CanManageVerification', null, 'verifying a business listing'),
  startVerification: row('CanManageVerification', null, 'verifying a business listing'),
  completeVerification: row('CanManageVerification', null, 'verifying a business listing'),
  verificationState: row('CanManageVerification', null, 'verifying a business listing'),
  readPost: row('CanReadPost', 'READ_POST', 'reading a post'),
  readThread: row('CanReadThread', 'READ_THREAD', 'reading a thread'),
  reply: row('CanReply', 'REPLY_TO_COMMENTS', 'replying to a post'),
  like: row('CanLike', 'LIKE', 'liking a post'),
  unlike: row('CanLike', 'LIKE', 'taking a like back'),
  readLikes: row('CanReadLikes', 'READ_LIKES', 'reading who liked a post'),
  repost: row('CanRepost', 'REPOST', 'passing a post on'),
  undoRepost: row('CanRepost', 'REPOST', 'taking a repost back'),
  readConversations: row('CanMessage', 'MESSAGES', 'private messages'),
  readMessages: row('CanMessage', 'MESSAGES', 'private messages'),
  sendMessage: row('CanMessage', 'MESSAGES', 'private messages'),
  markRead: row('CanMessage', 'MESSAGES', 'private messages'),
  startConversation: row('CanStartConversations', 'START_CONVERSATIONS', 'starting a conversation'),
  reconcile: row('CanReconcile', null, 'looking a lost post up'),
  measureText: row('CanMeasureText', null, 'counting a text its own way', null, true),
  handleExtraRoute: row('CanAddRoutes', null, 'routes of its own'),
}

/** Flags that say what a post may be made of: all of them stand on `publish`. */
const POSTING_FLAGS = ['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO', 'SCHEDULE', 'REPLY'] as const

function methodsOfFlags(): Readonly<Partial<Record<Feature, readonly string[]>>> {
  const methods: Partial<Record<Feature, string[]>> = {}
  for (const flag of POSTING_FLAGS) methods[flag] = ['publish']
  for (const [method, { flag }] of Object.entries(ABILITY_METHODS))
    if (flag !== null) (methods[flag] ??= []).push(method)
  return methods
}

/** The flags a platform may list, with the methods that must stand behind each. */
export const FLAG_METHODS: Readonly<Partial<Record<Feature, readonly string[]>>> = methodsOfFlags()
