import type { RawData } from '../errors/index.js'
import type { AppCredentials, Connection } from '../models/index.js'

/** Input of a platform's sign-in. */
export interface LoginRequest {
  readonly redirectUri: string
  /** Empty = the platform's own defaults. */
  readonly scopes: readonly string[]
  /** Server, for a network with many servers. */
  readonly host: string | null
  /** Always set by the client: random and unguessable. */
  readonly state: string
  /** Null only with `NEEDS_NO_APP`. */
  readonly app: AppCredentials | null
  /** Hints from the application, as listed in `loginHints` of the platform: `forceLogin`, `lang`. */
  readonly hints: Readonly<Record<string, string>>
}

/** Callback parameters from the network, or form values of `AskForDetails`. */
export type CallbackParams = Readonly<Record<string, string>>

/** Redirect the user to `url`. Store `remember` (a secret, hidden when printed) under `state` until the callback. */
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
  /** True for a field that must be masked during input. */
  readonly secret: boolean
  readonly helpText: string | null
}

/** Show a form, and pass its values to `finishLogin` as `callback`, by field name. */
export interface AskForDetails {
  readonly step: 'ASK_FOR_DETAILS'
  readonly fields: readonly LoginField[]
  readonly helpUrl: string | null
  /** Server that receives the values, to show next to the form; null or omitted when a form field names the server. */
  readonly host?: string | null | undefined
  readonly state: string
  readonly remember: RawData
}

/** An account to choose from. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  /** `page`, `channel`, `location`; null when the network has only one kind. */
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

/** Next step of a sign-in. */
export type LoginStep = SendToNetwork | AskForDetails | ChooseAccount | Finished
