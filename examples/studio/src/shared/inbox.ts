/** Actions on an update that need no input. Answering and hiding have their own routes. */
export const DEEDS = ['like', 'unlike', 'repost', 'undoRepost', 'delete'] as const
export type Deed = (typeof DEEDS)[number]

/** Actions that the page offers for an update. */
export const ACTIONS = ['answer', 'like', 'repost', 'hide', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

/** Reasons for unsupported actions, by action. Actions without a reason are supported. */
export type Missing = Readonly<Partial<Record<Action, string>>>

/** Person as shown on the page. */
export interface PersonInfo {
  readonly name: string
  readonly handle: string | null
  readonly avatarUrl: string | null
}

/** Update of an account as shown on the page. */
export interface UpdateInfo {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly at: string
  readonly actor: PersonInfo | null
  /** Text of the comment, mention or message. Null if the update has no text. */
  readonly text: string | null
  readonly postId: string | null
  /**
   * Text of the studio's post that the update is about. Null if the studio did not publish that
   * post.
   */
  readonly aboutText: string | null
  /** Answer that the studio sent. Null if the update is not answered. */
  readonly answer: string | null
  readonly canAnswer: boolean
  /** True if the studio hid the comment. Null if the network cannot hide the comment. */
  readonly hidden: boolean | null
  /** True if a person liked the post in the studio. */
  readonly liked: boolean
  readonly reposted: boolean
  readonly deleted: boolean
  /** Reasons for unsupported actions, by action. */
  readonly missing: Missing
  /** True if the conversation of the update can be read. */
  readonly hasThread: boolean
  readonly isRead: boolean
  /** ISO text of the time when the update arrived at the studio. */
  readonly receivedAt: string
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
    readonly attachments: readonly { readonly url: string | null; readonly altText: string | null }[]
  }[]
}
