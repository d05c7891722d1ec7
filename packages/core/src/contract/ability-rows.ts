import type { AbilityMethodName } from './abilities/index.js'
import type { AbilityRow } from './ability-row.js'

const POST_ID = [['postId', 'TEXT']] as const
const POLL = 'Poll with account.fetchUpdates or account.fetchUpdatesAfter if the network supports them.'
const DONE_IMMEDIATELY = 'A post on this network is published when account.post returns.'

/**
 * Table of every optional platform method and account operation. A row defines the error message, the flag, the
 * checks and how arguments are read. `abilities/` contains the types. Methods that are neither in this table nor in
 * `PlatformBase` are not abilities.
 */
export const ABILITY_ROWS = {
  publish: { ability: 'CanPublish', operation: 'post', takes: 'CUSTOM', what: 'publishing posts' },
  createApp: { ability: 'CanCreateApp', flag: 'CREATE_APP', what: 'registering an app' },
  resumeLogin: {
    ability: 'CanResumeLogin',
    what: 'choosing an account at sign-in',
    instead: 'Its sign-in finishes in finishLogin.',
  },
  revoke: { ability: 'CanRevoke', what: 'revoking a token' },
  deletePost: { ability: 'CanDeletePosts', flag: 'DELETE_POST', takes: POST_ID, what: 'deleting a post' },
  editPost: {
    ability: 'CanEditPosts',
    flag: 'EDIT_POST',
    takes: 'CUSTOM',
    what: 'editing a post',
    instead: 'Delete the post and publish it again, if the network supports account.deletePost.',
  },
  checkThreadPart: {
    ability: 'CanPostThreads',
    flag: 'POST_THREAD',
    operation: 'postThread',
    takes: 'CUSTOM',
    what: 'posting several posts as one thread',
    instead: 'Publish the posts one by one with account.post, with replyTo if the network supports it.',
  },
  listChoices: {
    ability: 'CanListChoices',
    takes: 'CUSTOM',
    what: 'listing the values of post options',
    instead: 'The schema of its post options defines their values.',
  },
  searchChoices: {
    ability: 'CanSearchChoices',
    takes: 'CUSTOM',
    what: 'searching for values of post options',
    instead: 'Use account.listChoices if the network supports it.',
  },
  isScheduled: {
    ability: 'CanManageScheduled',
    takes: POST_ID,
    what: 'checking whether a post is still scheduled',
    instead: 'Use account.checkState if the network supports it.',
  },
  cancelScheduled: {
    ability: 'CanManageScheduled',
    takes: POST_ID,
    what: 'cancelling a scheduled post',
    instead: "Cancel it on the network's website.",
  },
  readStats: {
    ability: 'CanReadStats',
    flag: 'READ_STATS',
    takes: POST_ID,
    what: 'reading the statistics of a post',
  },
  readInsights: {
    ability: 'CanReadInsights',
    takes: [],
    options: { postId: 'TEXT', since: 'MOMENT', until: 'MOMENT', byDay: 'FALSE' },
    what: 'reading insights',
    instead: 'Use account.readStats if the network supports it.',
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
    instead: 'Use account.readThread if the network supports it.',
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
    alsoNeeds: ['fetchUpdatesAfter', 'markSeen'], // `listen` also polls for updates that the stream did not deliver
    takes: 'CUSTOM',
    what: 'live updates',
    instead: POLL,
  },
  checkSignature: {
    ability: 'CanCheckSignature',
    flag: 'PUSH_UPDATES',
    what: 'pushed updates',
    instead: `The network sends no webhooks. ${POLL}`,
  },
  readUpdate: { ability: 'CanReadPushedUpdate', sync: true, what: 'reading a pushed update', instead: POLL },
  readUpdates: { ability: 'CanReadPushedUpdates', sync: true, what: 'reading pushed updates', instead: POLL },
  answerSetupCheck: { ability: 'CanAnswerSetupCheck', sync: true, what: 'a setup check' },
  startUpdates: {
    ability: 'CanStartUpdates',
    takes: [],
    options: { kinds: 'STRINGS' },
    what: 'starting pushed updates for one account',
  },
  stopUpdates: { ability: 'CanStartUpdates', takes: [], what: 'stopping pushed updates for one account' },
  checkState: {
    ability: 'CanCheckState',
    takes: POST_ID,
    what: 'querying the state of a post',
    instead: DONE_IMMEDIATELY,
  },
  replyToUpdate: {
    ability: 'CanReplyToUpdates',
    takes: 'CUSTOM',
    what: 'replying to an update',
    instead: 'Use account.reply if the network supports it.',
  },
  editReply: {
    ability: 'CanEditReplies',
    takes: [
      ['update', 'UPDATE'],
      ['replyId', 'TEXT'],
      ['text', 'TEXT'],
    ],
    what: 'editing a reply to an update',
  },
  deleteReply: {
    ability: 'CanDeleteReplies',
    takes: [
      ['update', 'UPDATE'],
      ['replyId', 'TEXT'],
    ],
    what: 'deleting a reply to an update',
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
  comment: {
    ability: 'CanComment',
    takes: 'CUSTOM',
    what: "commenting on the account's own post",
    instead: 'Use account.reply if the network supports it.',
  },
  like: { ability: 'CanLike', flag: 'LIKE', takes: POST_ID, what: 'liking a post' },
  unlike: {
    ability: 'CanLike',
    flag: 'LIKE',
    takes: POST_ID,
    options: { likeId: 'TEXT' },
    what: 'removing a like',
  },
  readLikes: {
    ability: 'CanReadLikes',
    flag: 'READ_LIKES',
    takes: POST_ID,
    options: { after: 'TEXT', limit: 'COUNT' },
    what: 'reading the likes of a post',
  },
  repost: { ability: 'CanRepost', flag: 'REPOST', takes: POST_ID, what: 'reposting a post' },
  undoRepost: {
    ability: 'CanRepost',
    flag: 'REPOST',
    takes: POST_ID,
    options: { repostId: 'TEXT' },
    what: 'removing a repost',
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
  reconcile: { ability: 'CanReconcile', what: 'querying the outcome of a post with a lost response' },
  measureText: { ability: 'CanMeasureText', sync: true, what: 'measuring text with rules of its own' },
  handleExtraRoute: { ability: 'CanAddRoutes', what: 'network-specific routes' },
} as const satisfies { readonly [M in AbilityMethodName]: AbilityRow<M> }
