/** Changes that a person can make to an update, except answering and hiding. */
export const DEEDS = ['like', 'unlike', 'repost', 'undoRepost', 'delete'] as const
/** Change that a person can make to an update, except answering and hiding. */
export type Deed = (typeof DEEDS)[number]

/** Actions that the page offers for an update. */
export const ACTIONS = ['answer', 'like', 'repost', 'hide', 'delete'] as const
/** Action that the page offers for an update. */
export type Action = (typeof ACTIONS)[number]

/** Reasons for unsupported actions, by action. A missing action is supported. */
export type Missing = Readonly<Partial<Record<Action, string>>>

/** Person as shown on the page. */
export interface PersonInfo {
  readonly name: string
  readonly handle: string | null
  readonly avatarUrl: string | null
}

/** One update of an account. */
export interface UpdateInfo {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly at: string
  readonly actor: PersonInfo | null
  /** Text of the comment, mention or message. Null if it has none. */
  readonly text: string | null
  readonly postId: string | null
  /** Text of the studio's post that the update is about. Null if the studio did not publish it. */
  readonly aboutText: string | null
  /** Answer sent from the studio. Null if there is none. */
  readonly answer: string | null
  readonly canAnswer: boolean
  /** Whether the studio hid the comment. Null if the network cannot hide it. */
  readonly hidden: boolean | null
  /** Actions performed in the studio. */
  readonly liked: boolean
  readonly reposted: boolean
  readonly deleted: boolean
  /** Reasons for unsupported actions, by action. */
  readonly missing: Missing
  /** True if the thread can be read. */
  readonly hasThread: boolean
  readonly isRead: boolean
  /** ISO text: arrival time at the studio. */
  readonly receivedAt: string
}

/** A post and its replies as a flat list. `depth` is the indentation. */
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
