// What the page and the server say to each other.
import type { Composition } from './compose.js'
import type { Missing } from './inbox.js'
import type { PostInfo, ProgressInfo } from './posts.js'
import type { TraceStep } from './trouble.js'
import type { WorkersInfo } from './workers.js'

/** One option of a post, described so that the page can draw a field for it. */
export interface OptionField {
  readonly name: string
  readonly label: string
  /** `yesNo` may be left open: then the network decides, and that need not be a no. */
  readonly kind: 'choice' | 'yesNo' | 'text' | 'number' | 'list'
  readonly required: boolean
  /** What a `choice` may be, and each line of a `list`; none where anything may be typed. */
  readonly choices: readonly string[]
}

/** Values that only the network knows, such as the boards of the account, by the option they are for. */
export type OptionChoices = Readonly<
  Record<string, readonly { readonly value: string; readonly label: string }[]>
>

/** A network the studio was given. */
export interface NetworkInfo {
  readonly name: string
  readonly displayName: string
  /** Server to suggest, for a network with many; null where there is only one. */
  readonly suggestedHost: string | null
  /** What to type into the sign-in form to be somebody in the emulator, by field. */
  readonly tryWith: Readonly<Record<string, string>>
  readonly features: readonly string[]
  /** Names of the optional operations it has. */
  readonly abilities: readonly string[]
  /** True when a scheduled post can be cancelled. */
  readonly canCancel: boolean
  /** True when the addresses of its posts lead somewhere. */
  readonly hasPages: boolean
  /** True for places with a listing, whose opening hours can be changed. */
  readonly hasListing: boolean
  /** What the emulator can be asked to let happen there. */
  readonly happenings: readonly Happening[]
  readonly options: readonly OptionField[]
}

/** When a place is open, every day: `08:30`. */
export interface OpeningHours {
  readonly opens: string
  readonly closes: string
}

/** One field of a sign-in form. */
export interface SignInField {
  readonly name: string
  readonly label: string
  /** True for what must not be shown while it is typed. */
  readonly secret: boolean
  readonly help_text: string | null
}

/** Where a sign-in has come to: the JSON of the library's routes. Sending people to a network is a redirect instead. */
export type SignInStep =
  | { readonly step: 'connected'; readonly connection_id: string }
  | {
      readonly step: 'choose_account'
      readonly state: string
      readonly options: readonly {
        readonly id: string
        readonly name: string
        readonly kind: string | null
      }[]
    }
  | {
      readonly step: 'ask_for_details'
      readonly state: string
      readonly help_url: string | null
      readonly fields: readonly SignInField[]
    }

/** How much of what may be spent at a network is spent. */
export interface SpendingInfo {
  readonly network: string
  /** What is counted: `credits`, `units`. */
  readonly bucket: string
  readonly spent: number
  readonly limit: number
}

/** One signed-in account. */
export interface AccountInfo {
  readonly id: string
  readonly network: string
  readonly name: string
  readonly avatarUrl: string | null
  /** Which server, for a network with many. */
  readonly host: string | null
  /** What the person allowed. */
  readonly scopes: readonly string[]
  /** `OK`, or what the library says of the token: `RENEW_SOON`, `SIGN_IN_AGAIN`, `NOT_FOUND`. */
  readonly health: string
  /** What a person has to do; null when nothing. */
  readonly todo: string | null
  /** ISO text; null when it does not run out. */
  readonly accessExpiresAt: string | null
  /** ISO text; null when there is none, or the network never said. */
  readonly refreshExpiresAt: string | null
}

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

/** What the emulator can be asked to let happen; each network knows some of them. */
export const HAPPENINGS = [
  'comment',
  'mention',
  'message',
  'follow',
  'like',
  'repost',
  'postDraft',
  'removeAccess',
  'requestDeletion',
  'review',
  'editReview',
] as const
/** What the emulator can be asked to let happen. */
export type Happening = (typeof HAPPENINGS)[number]

/** Everything the page needs when it opens. */
export interface StudioInfo {
  readonly networks: readonly NetworkInfo[]
  readonly accounts: readonly AccountInfo[]
  readonly posts: readonly PostInfo[]
  readonly updates: readonly UpdateInfo[]
  readonly spending: readonly SpendingInfo[]
  /** Newest first. */
  readonly drafts: readonly Composition[]
  /** Null where the studio is one process. */
  readonly workers: WorkersInfo | null
}

/** What arrives over the event stream, by its name. */
export interface LiveEvents {
  readonly accounts: readonly AccountInfo[]
  readonly post: PostInfo
  readonly postGone: { readonly id: string }
  readonly progress: ProgressInfo
  readonly update: UpdateInfo
  readonly spending: readonly SpendingInfo[]
  /** A step of the library, and again when it has ended. */
  readonly trace: TraceStep
  readonly workers: WorkersInfo
  /** Something a person should know and did not ask for. */
  readonly notice: { readonly text: string }
}
