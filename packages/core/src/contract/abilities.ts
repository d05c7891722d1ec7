import type { GenericSchema } from 'valibot'

import type { RawData } from '../errors/index.js'
import type {
  AccountProfile,
  AppCredentials,
  BusinessLocation,
  Conversation,
  Like,
  LikeResult,
  Limits,
  Media,
  Message,
  Page,
  Post,
  PostDetails,
  PostResult,
  PostStats,
  Receipt,
  RepostResult,
  Thread,
  Update,
  UpdateBatch,
  Verification,
  VerificationOption,
} from '../models/index.js'
import type { Call, LoginCall, PublishCall } from './calls.js'
import type { LoginRequest, LoginStep } from './login.js'
import type { Clock } from './ports.js'

/** A window into a list. `limit` null = the network's default; above its maximum, the maximum. */
export interface PageOptions {
  readonly after: string | null
  readonly limit: number | null
}

/** What an app registration asks for. */
export interface AppRequest {
  /** Shown to people on the approval page. */
  readonly name: string
  readonly redirectUri: string
  readonly host: string | null
  /** Empty = the platform's own defaults. */
  readonly scopes: readonly string[]
  readonly website: string | null
}

/**
 * Publishes posts. `postOptions` is the schema of `Post.options`; the accepted names are read from it. `publish` refuses
 * what the network would refuse before its first visible request: `checkPost` against its limits, then its own rules.
 */
export interface CanPublish<S extends GenericSchema = GenericSchema> {
  readonly postOptions: S
  publish(post: Post<never>, call: PublishCall): Promise<PostResult>
}
/** Where a part stands in its thread. */
export interface ThreadPart {
  /** From 0. */
  readonly index: number
  /** All parts, this one included. */
  readonly posts: readonly Post<never>[]
  /** True when the client has a `mediaHost`: files can be had from a public address. */
  readonly canHostMedia: boolean
}
/**
 * Takes several posts as one thread. Each part goes out through `publish`, which answers with `DONE`; every part but the
 * first has the part before it as its `replyTo`.
 */
export interface CanPostThreads {
  /**
   * Refuses what `publish` would refuse of one part before anything is sent. Reads only. The id of the part before it is
   * not known yet, so only the first part may have a `replyTo`.
   */
  checkThreadPart(post: Post<never>, part: ThreadPart, call: Call): Promise<void>
}
/** Registers an app at the network. */
export interface CanCreateApp {
  createApp(request: AppRequest, call: LoginCall): Promise<AppCredentials>
}
/** Goes on with a sign-in after an account was picked. */
export interface CanResumeLogin {
  resumeLogin(
    login: LoginRequest,
    choice: { readonly resumeToken: string; readonly accountId: string; readonly remember: RawData },
    call: LoginCall,
  ): Promise<LoginStep>
}
/** Withdraws the token at the network. */
export interface CanRevoke {
  revoke(call: Call): Promise<void>
}
/** Deletes posts. */
export interface CanDeletePosts {
  deletePost(postId: string, call: Call): Promise<void>
}
/** What a post is changed to. */
export interface PostEdit {
  /** The new words, whole; null leaves them as they are. */
  readonly text: string | null
  /** The network's own settings to change, as the application gave them; empty leaves all of them as they are. */
  readonly options: RawData
}
/** Changes posts that are out. Everything an edit does not name stays: media, their descriptions, polls. */
export interface CanEditPosts {
  editPost(postId: string, edit: PostEdit, call: PublishCall): Promise<PostResult>
}
/** Reads the numbers of a post. */
export interface CanReadStats {
  readStats(postId: string, call: Call): Promise<PostStats>
}
/** Reads the account's name and picture: exactly one request, nothing saved. */
export interface CanReadProfile {
  readProfile(call: Call): Promise<AccountProfile>
}
/** Reads what was answered to a post, as updates, oldest first. */
export interface CanReadReplies {
  readReplies(
    postId: string,
    options: { readonly wholeConversation: boolean },
    call: Call,
  ): Promise<readonly Update[]>
}
/** Polls by time: oldest first; null gives a recent page, not the whole history. */
export interface CanReadUpdates {
  fetchUpdates(since: Date | null, call: Call): Promise<readonly Update[]>
}
/** Polls by marker. A marker that is not the platform's own is `ConfigError`. */
export interface CanReadUpdatesAfter {
  fetchUpdatesAfter(
    marker: string | null,
    options: { readonly limit: number | null },
    call: Call,
  ): Promise<UpdateBatch>
  markSeen(marker: string, call: Call): Promise<void>
}
/** Header names in lower case. */
export type PushHeaders = Readonly<Record<string, string>>
/** One secret, several that are all tried, or a mapping where the network proves itself otherwise. */
export type WebhookSecret = string | readonly string[] | RawData
/** Proves pushed requests: over the exact bytes, offline. */
export interface CanCheckSignature {
  checkSignature(
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret; readonly clock: Clock },
  ): void | Promise<void>
}
/** Reads a pushed message that holds exactly one update. Drops the rest: prefer `CanReadPushedUpdates`. */
export interface CanReadPushedUpdate {
  readUpdate(body: Uint8Array, headers: PushHeaders): Update
}
/**
 * Reads a pushed message: one update per change. Pure: `now`, the moment by the client's clock, is the timestamp of a
 * change of which the network tells none. It must not be part of an id, because the same push may come again later.
 */
export interface CanReadPushedUpdates {
  readUpdates(body: Uint8Array, headers: PushHeaders, now: Date): readonly Update[]
}
/** Answers the network's one-off setup check with the challenge. Pure. */
export interface CanAnswerSetupCheck {
  answerSetupCheck(
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string
}
/** Starts and stops pushing for one account. */
export interface CanStartUpdates {
  startUpdates(options: { readonly kinds: readonly string[] | null }, call: Call): Promise<void>
  stopUpdates(call: Call): Promise<void>
}
/** Asks how a post is getting on. */
export interface CanCheckState {
  checkState(postId: string, call: Call): Promise<PostResult>
}
/** Answers comments, mentions, messages or reviews. */
export interface CanReplyToUpdates {
  replyToUpdate(update: Update, text: string, call: PublishCall): Promise<void>
}
/** Hides and deletes comments. */
export interface CanModerateComments {
  deleteComment(update: Update, call: Call): Promise<void>
  setCommentVisibility(update: Update, options: { readonly hidden: boolean }, call: Call): Promise<void>
}
/** Reads and changes a business listing. */
export interface CanEditBusinessInfo {
  getLocation(call: Call): Promise<BusinessLocation>
  updateLocation(fields: RawData, call: Call): Promise<BusinessLocation>
}
/** Proves that a business listing is one's own. */
export interface CanManageVerification {
  verificationOptions(call: Call): Promise<readonly VerificationOption[]>
  startVerification(method: string, call: Call): Promise<Verification>
  completeVerification(id: string, pin: string, call: Call): Promise<Verification>
  verificationState(call: Call): Promise<string>
}
/** Reads one post. */
export interface CanReadPost {
  readPost(postId: string, call: Call): Promise<PostDetails>
}
/** Reads a post and what was answered to it. */
export interface CanReadThread {
  readThread(
    postId: string,
    options: { readonly depth: number | null; readonly limit: number | null },
    call: Call,
  ): Promise<Thread>
}
/** What a reply is made of. */
export interface ReplyContent {
  readonly text: string
  readonly media: readonly Media[]
  readonly options: RawData
}
/** Answers a post at any depth; one extra request, to read the parent. */
export interface CanReply {
  reply(postId: string, reply: ReplyContent, call: PublishCall): Promise<PostResult>
}
/** Likes posts; idempotent. */
export interface CanLike {
  like(postId: string, call: Call): Promise<LikeResult>
  unlike(postId: string, options: { readonly likeId: string | null }, call: Call): Promise<void>
}
/** Reads who liked a post. */
export interface CanReadLikes {
  readLikes(postId: string, options: PageOptions, call: Call): Promise<Page<Like>>
}
/** Passes posts on to one's own followers; idempotent, both ways. */
export interface CanRepost {
  repost(postId: string, call: Call): Promise<RepostResult>
  undoRepost(postId: string, options: { readonly repostId: string | null }, call: Call): Promise<void>
}
/** Reads and sends private messages. */
export interface CanMessage {
  readConversations(options: PageOptions, call: Call): Promise<Page<Conversation>>
  /** Newest first; `after` goes further back. */
  readMessages(conversationId: string, options: PageOptions, call: Call): Promise<Page<Message>>
  sendMessage(
    conversationId: string,
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ): Promise<Message>
  markRead(conversationId: string, call: Call): Promise<void>
}
/** Starts conversations. */
export interface CanStartConversations {
  startConversation(
    personIds: readonly string[],
    message: { readonly text: string; readonly options: RawData },
    call: PublishCall,
  ): Promise<Message>
}
/** What looking for a lost post, message or answer gave. */
export type Reconciled =
  /** It is out: the post result, the message, or null for an answer of which the network tells nothing. */
  | { readonly state: 'FOUND'; readonly result: PostResult | Message | null }
  /** Proof that nothing came out, and that nothing can any more. "Not seen" is no proof. */
  | { readonly state: 'NOT_PUBLISHED' }
  /** Nobody can say. `retryAfter`: seconds after which another look may tell; null or left out when only a person can. */
  | { readonly state: 'UNKNOWN'; readonly retryAfter?: number | null }
/** What looking something lost up gets last: which operation it was, and under which key. */
export interface ReconcileCall extends Call {
  /** `post`, `reply`, `editPost`, `sendMessage`, `startConversation` or `replyToUpdate`. */
  readonly operation: string
  readonly idempotencyKey: string
}
/** Finds out whether something whose reply was lost is out. Reads only; may look several times while the call has time. */
export interface CanReconcile {
  reconcile(receipt: Receipt, call: ReconcileCall): Promise<Reconciled>
}
/** Counts a text the network's own way. Pure; used where `textCountedIn` is `NETWORK`. */
export interface CanMeasureText {
  measureText(text: string, context: { readonly options: RawData; readonly limits: Limits }): number
}
/** A request to one of a platform's own routes. */
export interface ExtraRouteRequest {
  readonly method: 'GET' | 'POST'
  /** Path below the platform's own part, without slashes around it. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: PushHeaders
  readonly body: Uint8Array
  readonly secret: WebhookSecret | null
  readonly clock: Clock
  /** Public address of the mounted routes, without a trailing slash. */
  readonly baseUrl: string
}
/** What one of a platform's own routes answers; `updates` go to `deliver` first. */
export interface ExtraRouteReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly updates?: readonly Update[]
}
/** Adds routes: GET below `networks/<platform>/`, POST below `webhooks/<platform>/`. */
export interface CanAddRoutes {
  readonly extraRoutes: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[]
  handleExtraRoute(request: ExtraRouteRequest): ExtraRouteReply | Promise<ExtraRouteReply>
}
