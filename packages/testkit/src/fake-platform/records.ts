import type { AppCredentials, AppRequest, Post, PostEdit, RawData } from '@social/core/platform'

/** A post that was published. */
export interface PublishedPost {
  readonly connectionId: string
  readonly post: Post
  /** The id it got. */
  readonly postId: string
  readonly idempotencyKey: string
}

/** A post that something was done to. */
export interface TouchedPost {
  readonly connectionId: string
  readonly postId: string
}

/** A post that was answered. */
export interface AnsweredPost extends TouchedPost {
  readonly text: string
}

/** A post that was changed. */
export interface EditedPost extends TouchedPost {
  readonly edit: PostEdit
}

/** A sign-in resumed after an account choice. */
export interface ResumedLogin {
  readonly resumeToken: string
  readonly accountId: string
}

/** A marker that was said to be seen. */
export interface SeenMarker {
  readonly connectionId: string
  readonly marker: string
}

/** A message that was sent. */
export interface SentMessage {
  readonly connectionId: string
  readonly conversationId: string
  readonly text: string
}

/** A conversation that was marked as read. */
export interface ReadConversation {
  readonly connectionId: string
  readonly conversationId: string
}

/** Calls recorded by a fake platform, each kind in order. */
export class FakeRecords {
  readonly published: PublishedPost[] = []
  /** Ids of the posts that were deleted. */
  readonly deleted: string[] = []
  readonly createdApps: AppRequest[] = []
  readonly resumed: ResumedLogin[] = []
  readonly stateAsked: TouchedPost[] = []
  /** Ids of the connections whose token was renewed. */
  readonly refreshed: string[] = []
  /** The credentials each renewal was made with. */
  readonly refreshedWith: (AppCredentials | null)[] = []
  /** Ids of the connections whose token was withdrawn. */
  readonly revoked: string[] = []
  /** `remember` of the newest `finishLogin` or `resumeLogin`, also when that failed. */
  lastRemember: RawData | null = null
  readonly replied: AnsweredPost[] = []
  readonly liked: TouchedPost[] = []
  readonly unliked: TouchedPost[] = []
  readonly edited: EditedPost[] = []
  readonly reposted: TouchedPost[] = []
  readonly unreposted: TouchedPost[] = []
  readonly markedSeen: SeenMarker[] = []
  readonly sentMessages: SentMessage[] = []
  readonly markedRead: ReadConversation[] = []
}
