/** Actions on an update. Answering has its own route, because it needs a text. */
export const DEEDS = ['like', 'unlike', 'repost', 'undoRepost', 'hide', 'show', 'delete'] as const
export type Deed = (typeof DEEDS)[number]

/** Actions that the page can offer for an update. */
export type Action = 'REPLY' | 'LIKE' | 'SHARE' | 'HIDE' | 'DELETE'

/** Person as shown on the page. */
export interface PersonInfo {
  readonly name: string
  readonly handle: string | null
  readonly avatarUrl: string | null
}

/** File of a post or comment as shown on the page. `url` is null if the page cannot show the file. */
export interface FileInfo {
  readonly url: string | null
  readonly altText: string | null
}

/** Update of an account as shown on the page. */
export interface UpdateInfo {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly at: string
  readonly actor: PersonInfo | null
  /** Text of the comment, mention, message, review or question. Null if the update has no text. */
  readonly text: string | null
  readonly attachments: readonly FileInfo[]
  /** Stars of a review. Null for other kinds. */
  readonly rating: number | null
  /** URL at the network. Null if the network sent none. */
  readonly url: string | null
  /**
   * Text of the studio's post that the update is about. Null if the studio did not publish that
   * post.
   */
  readonly aboutText: string | null
  /** Answer that the studio sent. Null if the update is not answered. */
  readonly answer: string | null
  /** Actions that the account's network allows for this update. */
  readonly actions: readonly Action[]
  /** True if the studio hid the comment. */
  readonly hidden: boolean
  /** True if a person liked the post in the studio. */
  readonly liked: boolean
  readonly reposted: boolean
  readonly deleted: boolean
  /** True if the conversation of the update can be read. */
  readonly hasThread: boolean
  readonly isRead: boolean
  /** ISO text of the time when the update arrived at the studio. */
  readonly receivedAt: string
}

/** Updates that belong together, such as a comment with its replies. */
export interface ConversationInfo {
  readonly id: string
  readonly accountId: string
  /** Ids of the updates, oldest first. */
  readonly updateIds: readonly string[]
  /** Id of the update to answer. Null if the conversation needs no answer. */
  readonly openId: string | null
}

/** Post and its replies as a flat list. `depth` is the indentation of a reply. */
export interface ThreadInfo {
  readonly complete: boolean
  readonly posts: readonly {
    readonly id: string
    readonly author: PersonInfo | null
    readonly text: string
    readonly at: string | null
    readonly depth: number
    readonly isMine: boolean
    readonly likes: number | null
    readonly attachments: readonly FileInfo[]
  }[]
}
