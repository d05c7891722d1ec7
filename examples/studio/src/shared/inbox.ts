/** What can be done with something that arrived, beside answering and hiding it. */
export const DEEDS = ['like', 'unlike', 'repost', 'undoRepost', 'delete'] as const
/** What can be done with something that arrived, beside answering and hiding it. */
export type Deed = (typeof DEEDS)[number]

/** What the page offers for something that arrived. */
export const ACTIONS = ['answer', 'like', 'repost', 'hide', 'delete'] as const
/** What the page offers for something that arrived. */
export type Action = (typeof ACTIONS)[number]

/** Why something cannot be done, by what it is; what is not here can be. */
export type Missing = Readonly<Partial<Record<Action, string>>>

/** A person, as the page shows them. */
export interface PersonInfo {
  readonly name: string
  readonly handle: string | null
  readonly avatarUrl: string | null
}

/** One thing that happened on an account. */
export interface UpdateInfo {
  readonly id: string
  readonly accountId: string
  readonly kind: string
  readonly at: string
  readonly actor: PersonInfo | null
  /** Words of the comment, mention or message; null where there are none. */
  readonly text: string | null
  readonly postId: string | null
  /** Text of the account's own post it is about, where the studio published it. */
  readonly aboutText: string | null
  /** What was answered from here; null while nothing was. */
  readonly answer: string | null
  readonly canAnswer: boolean
  /** Whether it was hidden from here; null where the network has no way to hide it. */
  readonly hidden: boolean | null
  /** What was done from here. */
  readonly liked: boolean
  readonly reposted: boolean
  readonly deleted: boolean
  /** Why something cannot be done with it, by what it is. */
  readonly missing: Missing
  /** True when a thread can be read behind it. */
  readonly hasThread: boolean
  readonly isRead: boolean
  /** ISO text: when it reached the studio. */
  readonly receivedAt: string
}

/** A post with what was answered to it, flat; `depth` tells how far to indent. */
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
