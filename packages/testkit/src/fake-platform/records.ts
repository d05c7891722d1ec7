import type { AppCredentials, AppRequest, Post, PostEdit, RawData } from '@social/core/platform'

/** A published post. */
export interface PublishedPost {
  readonly connectionId: string
  readonly post: Post
  /** Id of the post. */
  readonly postId: string
  readonly idempotencyKey: string
}

/** A post that was liked, reposted or changed. */
export interface TouchedPost {
  readonly connectionId: string
  readonly postId: string
}

/** A reply to a post. */
export interface AnsweredPost extends TouchedPost {
  readonly text: string
}

/** An edited post. */
export interface EditedPost extends TouchedPost {
  readonly edit: PostEdit
}

/** A sign-in resumed after an account choice. */
export interface ResumedLogin {
  readonly resumeToken: string
  readonly accountId: string
}

/** A marker recorded as seen. */
export interface SeenMarker {
  readonly connectionId: string
  readonly marker: string
}

/** A sent message. */
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
  /** Ids of deleted posts. */
  readonly deleted: string[] = []
  readonly createdApps: AppRequest[] = []
  readonly resumed: ResumedLogin[] = []
  readonly stateAsked: TouchedPost[] = []
  /** Ids of connections whose token was renewed. */
  readonly refreshed: string[] = []
  /** App credentials of each renewal. */
  readonly refreshedWith: (AppCredentials | null)[] = []
  /** Ids of connections whose token was revoked. */
  readonly revoked: string[] = []
  /** `remember` of the newest `finishLogin` or `resumeLogin`, also after a failure. */
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
