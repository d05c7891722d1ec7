import type { RawData } from '../errors/index.js'
import type { AppCredentials, Connection } from '../models/index.js'

/** What a platform gets to sign someone in. */
export interface LoginRequest {
  readonly redirectUri: string
  /** Empty = the platform's own defaults. */
  readonly scopes: readonly string[]
  /** Which server, for a network with many. */
  readonly host: string | null
  /** Always set by the client: random and unguessable. */
  readonly state: string
  /** Null only with `NEEDS_NO_APP`. */
  readonly app: AppCredentials | null
  /** Hints the application passes on (`loginHints` of the platform names them): `forceLogin`, `lang`. */
  readonly hints: Readonly<Record<string, string>>
}

/** What the network sent back to the callback, or the person's answers to `AskForDetails`. */
export type CallbackParams = Readonly<Record<string, string>>

/** Send the person to `url`; keep `remember` (a secret, hidden when printed) under `state` until they come back. */
export interface SendToNetwork {
  readonly step: 'SEND_TO_NETWORK'
  readonly url: string
  readonly state: string
  readonly remember: RawData
}

/** One field of a sign-in form. */
export interface LoginField {
  readonly name: string
  readonly label: string
  /** True for what must not be shown while it is typed. */
  readonly secret: boolean
  readonly helpText: string | null
}

/** Show a form, and pass the answers to `finishLogin` as `callback`, by field name. */
export interface AskForDetails {
  readonly step: 'ASK_FOR_DETAILS'
  readonly fields: readonly LoginField[]
  readonly helpUrl: string | null
  /** The one server that the answers will go to, to be shown beside the form; null or left out while they tell it. */
  readonly host?: string | null | undefined
  readonly state: string
  readonly remember: RawData
}

/** One account to pick. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  /** `page`, `channel`, `location`; null where there is nothing to tell apart. */
  readonly kind: string | null
}

/** Ask which account, then call `choose`. `resumeToken` is a secret, hidden when printed: keep it away from the browser. */
export interface ChooseAccount {
  readonly step: 'CHOOSE_ACCOUNT'
  readonly options: readonly AccountChoice[]
  readonly resumeToken: string
}

/** The account is signed in. */
export interface Finished {
  readonly step: 'FINISHED'
  readonly connection: Connection
}

/** What comes next in a sign-in. */
export type LoginStep = SendToNetwork | AskForDetails | ChooseAccount | Finished
