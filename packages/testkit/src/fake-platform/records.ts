import type { AppCredentials, AppRequest, Post, PostEdit, RawData } from '@social/core/platform'

/** A post that the application published. */
export interface PublishedPost {
  readonly connectionId: string
  readonly post: Post
  /** Id of the post on the fake network. */
  readonly postId: string
  readonly idempotencyKey: string
}

/** A post that the application liked, reposted or changed. */
export interface TouchedPost {
  readonly connectionId: string
  readonly postId: string
}

/** A reply of the application to a post. */
export interface AnsweredPost extends TouchedPost {
  readonly text: string
}

/** An edit of a post by the application. */
export interface EditedPost extends TouchedPost {
  readonly edit: PostEdit
}

/** A sign-in that the application resumed after the user chose an account. */
export interface ResumedLogin {
  readonly resumeToken: string
  readonly accountId: string
}

/** A marker up to which the application has seen the updates. */
export interface SeenMarker {
  readonly connectionId: string
  readonly marker: string
}

/** A message that the application sent. */
export interface SentMessage {
  readonly connectionId: string
  readonly conversationId: string
  readonly text: string
}

/** A conversation that the application marked as read. */
export interface ReadConversation {
  readonly connectionId: string
  readonly conversationId: string
}

/** A reply of the application to an update. */
export interface AnsweredUpdate {
  readonly connectionId: string
  readonly updateId: string
  readonly text: string
  /** Id of the reply on the fake network. */
  readonly replyId: string
}

/** A comment that the application hid, showed again or deleted. */
export interface ModeratedComment {
  readonly connectionId: string
  readonly updateId: string
  /** Id of the comment. Null for an update without a post. */
  readonly postId: string | null
  readonly change: 'HIDDEN' | 'SHOWN' | 'DELETED'
}

/**
 * Calls of the application that a fake platform recorded. Each list is in the order of the calls.
 */
export class FakeRecords {
  readonly published: PublishedPost[] = []
  /** Ids of posts that the application deleted. */
  readonly deleted: string[] = []
  readonly createdApps: AppRequest[] = []
  readonly resumed: ResumedLogin[] = []
  readonly stateAsked: TouchedPost[] = []
  /** Ids of the connections whose token the platform renewed. */
  readonly refreshed: string[] = []
  /** App credentials that each renewal used. */
  readonly refreshedWith: (AppCredentials | null)[] = []
  /** Ids of the connections whose token the platform revoked. */
  readonly revoked: string[] = []
  /**
   * Value of `remember` in the last `finishLogin` or `resumeLogin` call, also if that call failed.
   */
  lastRemember: RawData | null = null
  readonly replied: AnsweredPost[] = []
  readonly repliedToUpdates: AnsweredUpdate[] = []
  readonly moderated: ModeratedComment[] = []
  readonly liked: TouchedPost[] = []
  readonly unliked: TouchedPost[] = []
  readonly edited: EditedPost[] = []
  readonly reposted: TouchedPost[] = []
  readonly unreposted: TouchedPost[] = []
  readonly markedSeen: SeenMarker[] = []
  readonly sentMessages: SentMessage[] = []
  readonly markedRead: ReadConversation[] = []
}
