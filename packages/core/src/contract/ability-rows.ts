import type { AbilityMethodName } from './abilities/index.js'
import type { AbilityRow } from './ability-row.js'

const POST_ID = [['postId', 'TEXT']] as const
const POLL = 'Poll with account.fetchUpdates or account.fetchUpdatesAfter where the network has them.'
const DONE_IMMEDIATELY = 'A post there is finished when account.post answers.'

/**
 * Every optional platform method and every account operation. The row defines error message, flag, checks and argument
 * reading. The type is in `abilities/`. Methods missing here and in `PlatformBase` are not abilities.
 */
export const ABILITY_ROWS = {
  publish: { ability: 'CanPublish', operation: 'post', takes: 'CUSTOM', what: 'publishing posts' },
  createApp: { ability: 'CanCreateApp', flag: 'CREATE_APP', what: 'registering an app' },
  resumeLogin: {
    ability: 'CanResumeLogin',
    what: 'picking an account at sign-in',
    instead: 'Its sign-in finishes in finishLogin.',
  },
  revoke: { ability: 'CanRevoke', what: 'withdrawing a token' },
  deletePost: { ability: 'CanDeletePosts', flag: 'DELETE_POST', takes: POST_ID, what: 'deleting a post' },
  editPost: {
    ability: 'CanEditPosts',
    flag: 'EDIT_POST',
    takes: 'CUSTOM',
    what: 'changing a post',
    instead: 'Delete it and post anew where the network has account.deletePost.',
  },
  checkThreadPart: {
    ability: 'CanPostThreads',
    flag: 'POST_THREAD',
    operation: 'postThread',
    takes: 'CUSTOM',
    what: 'posting several posts as one thread',
    instead: 'Post one after another with account.post, and replyTo where the network has it.',
  },
  listChoices: {
    ability: 'CanListChoices',
    takes: 'CUSTOM',
    what: 'listing what its post options may be',
    instead: 'The schema of its options says what they take.',
  },
  searchChoices: {
    ability: 'CanSearchChoices',
    takes: 'CUSTOM',
    what: 'searching for what its post options may be',
    instead: 'account.listChoices lists what there is where the network has it.',
  },
  isScheduled: {
    ability: 'CanManageScheduled',
    takes: POST_ID,
    what: 'telling whether a post still waits for its moment',
    instead: 'Ask account.checkState where the network has it.',
  },
  cancelScheduled: {
    ability: 'CanManageScheduled',
    takes: POST_ID,
    what: 'cancelling a post that waits for its moment',
    instead: "Cancel it on the network's own page.",
  },
  readStats: {
    ability: 'CanReadStats',
    flag: 'READ_STATS',
    takes: POST_ID,
    what: 'reading the numbers of a post',
  },
  readProfile: {
    ability: 'CanReadProfile',
    operation: 'profile',
    takes: [],
    what: "reading the account's profile",
  },
  readReplies: {
    ability: 'CanReadReplies',
    takes: POST_ID,
    options: { wholeConversation: 'FALSE' },
    what: 'reading the replies to a post as updates',
    instead: 'account.readThread reads them where the network has it.',
  },
  fetchUpdates: {
    ability: 'CanReadUpdates',
    takes: [['since', 'MOMENT']],
    what: 'polling for updates by time',
  },
  fetchUpdateStep: {
    ability: 'CanReadUpdatesInSteps',
    takes: [
      ['since', 'MOMENT'],
      ['progress', 'MARKER'],
    ],
    what: 'polling for updates in steps',
    instead: 'Poll with account.fetchUpdates.',
  },
  fetchUpdatesAfter: {
    ability: 'CanReadUpdatesAfter',
    flag: 'READ_UPDATES_AFTER',
    takes: [['marker', 'MARKER']],
    options: { limit: 'COUNT' },
    what: 'polling for updates by marker',
  },
  markSeen: {
    ability: 'CanReadUpdatesAfter',
    flag: 'READ_UPDATES_AFTER',
    takes: [['marker', 'TEXT']],
    what: 'marking updates as seen',
  },
  listen: {
    ability: 'CanListen',
    flag: 'LISTEN',
    alsoNeeds: ['fetchUpdatesAfter', 'markSeen'], // what the stream misses is polled
    takes: 'CUSTOM',
    what: 'live updates',
    instead: POLL,
  },
  checkSignature: {
    ability: 'CanCheckSignature',
    flag: 'PUSH_UPDATES',
    what: 'pushed updates',
    instead: `It never pushes. ${POLL}`,
  },
  readUpdate: { ability: 'CanReadPushedUpdate', sync: true, what: 'reading a pushed update', instead: POLL },
  readUpdates: { ability: 'CanReadPushedUpdates', sync: true, what: 'reading pushed updates', instead: POLL },
  answerSetupCheck: { ability: 'CanAnswerSetupCheck', sync: true, what: 'a setup check' },
  startUpdates: {
    ability: 'CanStartUpdates',
    takes: [],
    options: { kinds: 'WORDS' },
    what: 'starting pushed updates for one account',
  },
  stopUpdates: { ability: 'CanStartUpdates', takes: [], what: 'stopping pushed updates for one account' },
  checkState: {
    ability: 'CanCheckState',
    takes: POST_ID,
    what: 'asking how a post is getting on',
    instead: DONE_IMMEDIATELY,
  },
  replyToUpdate: {
    ability: 'CanReplyToUpdates',
    takes: 'CUSTOM',
    what: 'answering an update',
    instead: 'account.reply answers a post where the network has it.',
  },
  deleteComment: {
    ability: 'CanModerateComments',
    takes: [['update', 'UPDATE']],
    what: 'deleting a comment',
  },
  setCommentVisibility: {
    ability: 'CanModerateComments',
    takes: [['update', 'UPDATE']],
    options: { hidden: 'TRUE' },
    what: 'hiding a comment',
  },
  getLocation: { ability: 'CanEditBusinessInfo', takes: [], what: 'business listings' },
  updateLocation: {
    ability: 'CanEditBusinessInfo',
    takes: [['fields', 'FIELDS']],
    what: 'business listings',
  },
  verificationOptions: { ability: 'CanManageVerification', takes: [], what: 'verifying a business listing' },
  startVerification: {
    ability: 'CanManageVerification',
    takes: [['method', 'TEXT']],
    what: 'verifying a business listing',
  },
  completeVerification: {
    ability: 'CanManageVerification',
    takes: [
      ['id', 'TEXT'],
      ['pin', 'TEXT'],
    ],
    what: 'verifying a business listing',
  },
  verificationState: { ability: 'CanManageVerification', takes: [], what: 'verifying a business listing' },
  readPost: { ability: 'CanReadPost', flag: 'READ_POST', takes: POST_ID, what: 'reading a post' },
  readThread: {
    ability: 'CanReadThread',
    flag: 'READ_THREAD',
    takes: POST_ID,
    options: { depth: 'COUNT', limit: 'COUNT' },
    what: 'reading a thread',
  },
  reply: { ability: 'CanReply', flag: 'REPLY_TO_COMMENTS', takes: 'CUSTOM', what: 'replying to a post' },
  like: { ability: 'CanLike', flag: 'LIKE', takes: POST_ID, what: 'liking a post' },
  unlike: {
    ability: 'CanLike',
    flag: 'LIKE',
    takes: POST_ID,
    options: { likeId: 'TEXT' },
    what: 'taking a like back',
  },
  readLikes: {
    ability: 'CanReadLikes',
    flag: 'READ_LIKES',
    takes: POST_ID,
    options: { after: 'TEXT', limit: 'COUNT' },
    what: 'reading who liked a post',
  },
  repost: { ability: 'CanRepost', flag: 'REPOST', takes: POST_ID, what: 'passing a post on' },
  undoRepost: {
    ability: 'CanRepost',
    flag: 'REPOST',
    takes: POST_ID,
    options: { repostId: 'TEXT' },
    what: 'taking a repost back',
  },
  readConversations: {
    ability: 'CanMessage',
    flag: 'MESSAGES',
    takes: [],
    options: { after: 'TEXT', limit: 'COUNT' },
    what: 'private messages',
  },
  readMessages: {
    ability: 'CanMessage',
    flag: 'MESSAGES',
    takes: [['conversationId', 'TEXT']],
    options: { after: 'TEXT', limit: 'COUNT' },
    what: 'private messages',
  },
  sendMessage: { ability: 'CanMessage', flag: 'MESSAGES', takes: 'CUSTOM', what: 'private messages' },
  markRead: {
    ability: 'CanMessage',
    flag: 'MESSAGES',
    takes: [['conversationId', 'TEXT']],
    what: 'private messages',
  },
  startConversation: {
    ability: 'CanStartConversations',
    flag: 'START_CONVERSATIONS',
    takes: 'CUSTOM',
    what: 'starting a conversation',
  },
  reconcile: { ability: 'CanReconcile', what: 'looking a lost post up' },
  measureText: { ability: 'CanMeasureText', sync: true, what: 'counting a text its own way' },
  handleExtraRoute: { ability: 'CanAddRoutes', what: 'routes of its own' },
} as const satisfies { readonly [M in AbilityMethodName]: AbilityRow<M> }
