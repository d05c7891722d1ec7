import type { PostEditInput } from '../../checks/index.js'
import type { AllAbilities, OptionChoice, OptionChoices } from '../../contract/index.js'
import type { RawData } from '../../errors/index.js'
import type {
  AccountProfile,
  BusinessLocation,
  Conversation,
  Like,
  LikeResult,
  Media,
  Message,
  MomentInput,
  Page,
  PostDetails,
  PostResult,
  PostStats,
  RepostResult,
  Thread,
  Update,
  UpdateBatch,
  Verification,
  VerificationOption,
} from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../types.js'

/** A window into a list. */
export interface ListOptions extends CallOptions {
  /** `next` of the page before. */
  readonly after?: string | null | undefined
  /** At most so many; above the network's maximum, the maximum. */
  readonly limit?: number | null | undefined
}

/** Options of a reply. */
export interface ReplyOptions extends PublishOptions {
  readonly media?: readonly Media[] | undefined
  /** The network's own settings. */
  readonly options?: RawData | null | undefined
}

/** Options of taking a repost back. */
export interface UndoRepostOptions extends CallOptions {
  /** `id` of the repost, where it is known: saves a request on some networks. */
  readonly repostId?: string | null | undefined
}

/** What was chosen so far. */
export interface ChoicesOptions extends CallOptions {
  /** Under the names of `Post.options`: some lists depend on others, such as the sections of a board. */
  readonly options?: RawData | null | undefined
}

/** How far a thread is read. */
export interface ThreadOptions extends CallOptions {
  /** Levels below the post; the network's own unless given. */
  readonly depth?: number | null | undefined
  /** At most so many answers. */
  readonly limit?: number | null | undefined
}

/** Which replies are read. */
export interface RepliesOptions extends CallOptions {
  /** Every depth, flattened; the top level unless true. */
  readonly wholeConversation?: boolean | undefined
}

/** Options of taking a like back. */
export interface UnlikeOptions extends CallOptions {
  /** `id` of the like, where it is known: saves a request on some networks. */
  readonly likeId?: string | null | undefined
}

/** How much one poll reads. */
export interface PollOptions extends CallOptions {
  readonly limit?: number | null | undefined
}

/** How live updates are read. */
export interface ListenOptions extends CallOptions {
  /**
   * Where to begin: the marker that was saved last; null hands the latest page out first, as polling does. Left out, only
   * what happens from now on comes.
   */
  readonly marker?: string | null | undefined
  /** Told of the marker after everything up to it was handed out and the next update was asked for. */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  /** Seconds between two polls that look for what the stream left out; 600 unless given. */
  readonly checkEverySeconds?: number | undefined
  /** Seconds without a sign of life after which the stream is opened again; the network's own unless given. */
  readonly silenceSeconds?: number | undefined
  /** Told of each break that is mended by itself: a stream that ended, a poll that failed. */
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** What is pushed. */
export interface StartUpdatesOptions extends CallOptions {
  /** The network's own words for what to push; all of them unless given. */
  readonly kinds?: readonly string[] | null | undefined
}

/** Options of a message. */
export interface MessageOptions extends PublishOptions {
  /** The network's own settings. */
  readonly options?: RawData | null | undefined
}

/** Options of hiding a comment. */
export interface VisibilityOptions extends CallOptions {
  /** False shows it again; true unless given. */
  readonly hidden?: boolean | undefined
}

/**
 * Every operation beside `post`. Each renews the token first, rejects with `NotSupportedError` before any request where
 * the network lacks it, and with the library's other errors as its own line says.
 */
export interface AccountOperations {
  /** How a post is getting on. Never ask about one in `WAITING_FOR_PERSON`. */
  checkState(postId: string, options?: CallOptions): Promise<PostResult>
  /**
   * Values of post options that only the network knows, with what people call them: the boards of the account, who may see
   * its posts. For the fields of a form; options that are not in it take what their schema says.
   */
  listChoices(options?: ChoicesOptions): Promise<OptionChoices>
  /**
   * Values of a post option that are found by words, such as places. `searchedOptions(platform)` names the options.
   *
   * @throws ConfigError for an option whose values cannot be searched for.
   */
  searchChoices(option: string, words: string, options?: CallOptions): Promise<readonly OptionChoice[]>
  /**
   * Whether a post waits at the network for its moment, by the id that `post` gave; false once it is out, or was
   * cancelled.
   */
  isScheduled(postId: string, options?: CallOptions): Promise<boolean>
  /** Takes a post back that waits at the network for its moment. @throws NotFoundError when it is out already, or was cancelled. */
  cancelScheduled(postId: string, options?: CallOptions): Promise<void>
  /** Name and picture: one request, nothing saved. */
  profile(options?: CallOptions): Promise<AccountProfile>
  /** The numbers of one post; what the network does not send is null. @throws PostGoneError */
  readStats(postId: string, options?: CallOptions): Promise<PostStats>
  /** One post. @throws PostGoneError when it was deleted or never existed. */
  readPost(postId: string, options?: CallOptions): Promise<PostDetails>
  /** A post and what was answered to it, oldest first. `complete` is false when something was left out. */
  readThread(postId: string, options?: ThreadOptions): Promise<Thread>
  /** Replies to a post as updates: the top level, or every depth flattened. */
  readReplies(postId: string, options?: RepliesOptions): Promise<readonly Update[]>
  /** Answers a post at any depth; one extra request, to read the parent. */
  reply(postId: string, text: string, options?: ReplyOptions): Promise<PostResult>
  /** Likes a post; liking twice is one like. */
  like(postId: string, options?: CallOptions): Promise<LikeResult>
  /** Takes a like back; quiet when there is none. */
  unlike(postId: string, options?: UnlikeOptions): Promise<void>
  /** Who liked a post. */
  readLikes(postId: string, options?: ListOptions): Promise<Page<Like>>
  /** Passes a post on to the account's own followers; twice is once. */
  repost(postId: string, options?: CallOptions): Promise<RepostResult>
  /** Takes a repost back; quiet when there is none. `postId` is the post that was passed on. */
  undoRepost(postId: string, options?: UndoRepostOptions): Promise<void>
  /** What happened since a moment, oldest first; left out or null, a recent page. */
  fetchUpdates(since?: MomentInput | null, options?: CallOptions): Promise<readonly Update[]>
  /** What happened after a marker; null reads the latest page. @throws ConfigError for a marker of another network. */
  fetchUpdatesAfter(marker: string | null, options?: PollOptions): Promise<UpdateBatch>
  /**
   * What happens on the account, as it happens: an endless iterable of updates with the ids that polling gives them, each
   * once. A stream that breaks is opened again, and what happened meanwhile is polled. Leaving the loop, and `signal`, close
   * it; nothing is sent before the first update is asked for. `deadlineSeconds` bounds each poll.
   *
   * @throws NotSupportedError where the account's server has no stream: poll instead, or use a `Follower`.
   * @throws AuthError when the token is refused.
   */
  listen(options?: ListenOptions): AsyncIterableIterator<Update>
  /** Tells the network what was seen. @throws ConfigError for a marker of another network. */
  markSeen(marker: string, options?: CallOptions): Promise<void>
  /** Asks the network to push this account's updates. */
  startUpdates(options?: StartUpdatesOptions): Promise<void>
  /** Asks the network to push them no longer. */
  stopUpdates(options?: CallOptions): Promise<void>
  /** The account's conversations. */
  readConversations(options?: ListOptions): Promise<Page<Conversation>>
  /** Messages of a conversation, newest first; `after` goes further back. */
  readMessages(conversationId: string, options?: ListOptions): Promise<Page<Message>>
  /** Sends a message. @throws MissingPermissionError where the app password or scope leaves messages out. */
  sendMessage(conversationId: string, text: string, options?: MessageOptions): Promise<Message>
  /** Marks a conversation as read. */
  markRead(conversationId: string, options?: CallOptions): Promise<void>
  /** Starts a conversation; its id is `conversationId` of the message. */
  startConversation(personIds: readonly string[], text: string, options?: MessageOptions): Promise<Message>
  /** Answers a comment, mention, message, review or question. Pass the update as it was delivered. */
  replyToUpdate(update: Update, text: string, options?: PublishOptions): Promise<void>
  /** Hides a comment, or shows it again; `hidden` is true unless given. */
  setCommentVisibility(update: Update, options?: VisibilityOptions): Promise<void>
  /** Deletes a comment. */
  deleteComment(update: Update, options?: CallOptions): Promise<void>
  /** Deletes a post. @throws PostGoneError when it is not there. */
  deletePost(postId: string, options?: CallOptions): Promise<void>
  /**
   * Changes a post that is out: words, settings or both; what is left out stays, media and polls included. The id can be
   * another one afterwards. @throws PostGoneError when it is not there. @throws InvalidPostError when nothing is changed.
   */
  editPost(postId: string, edit: PostEditInput, options?: PublishOptions): Promise<PostResult>
  /** The business listing. */
  getLocation(options?: CallOptions): Promise<BusinessLocation>
  /** Changes the named fields of the business listing, under the network's own names. */
  updateLocation(fields: RawData, options?: CallOptions): Promise<BusinessLocation>
  /** Ways to prove that the listing is one's own. */
  verificationOptions(options?: CallOptions): Promise<readonly VerificationOption[]>
  /** Starts proving it. */
  startVerification(method: string, options?: CallOptions): Promise<Verification>
  /** Ends proving it. @throws AuthError for a wrong pin. */
  completeVerification(id: string, pin: string, options?: CallOptions): Promise<Verification>
  /** The network's own word for how far it is. */
  verificationState(options?: CallOptions): Promise<string>
}

/** Every operation of an account, `post` and `postThread` included. */
export type Operation = keyof AccountOperations | 'post' | 'postThread'

/** The platform's method behind an operation: of the same name, but for three. */
export type MethodBehind<K extends Operation> = K extends 'post'
  ? 'publish'
  : K extends 'postThread'
    ? 'checkThreadPart'
    : K extends 'profile'
      ? 'readProfile'
      : K & keyof AllAbilities
