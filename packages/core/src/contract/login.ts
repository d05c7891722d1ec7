import type { LabelText, RawData } from '../errors/index.js'
import type { AppCredentials, Connection } from '../models/index.js'

/** Input of a platform's sign-in. */
export interface LoginRequest {
  readonly redirectUri: string
  /** Requested scopes. An empty list requests the platform's default scopes. */
  readonly scopes: readonly string[]
  /** Host of the server, for a network with many servers. Null for other networks. */
  readonly host: string | null
  /** Random, unguessable text that identifies the sign-in. The client always sets `state`. */
  readonly state: string
  /** Credentials of the app. Null only for a network with the flag `NEEDS_NO_APP`. */
  readonly app: AppCredentials | null
  /**
   * Hints from the application, for example `forceLogin` or `lang`. The platform's `loginHints` lists the accepted
   * names.
   */
  readonly hints: Readonly<Record<string, string>>
}

/** Callback parameters from the network, or values of the form that `AskForDetails` describes. */
export type CallbackParams = Readonly<Record<string, string>>

/**
 * Next step: redirect the person to `url`. Store `remember` under `state` until the callback. `remember` is a
 * secret, and hidden when printed.
 */
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
  /** `label` and `helpText` for people, by language. The sign-in pages show them. */
  readonly texts?: { readonly label: LabelText; readonly help: LabelText | null } | undefined
}

/** Next step: show a form, and pass its values by field name to `finishLogin` as `callback`. */
export interface AskForDetails {
  readonly step: 'ASK_FOR_DETAILS'
  readonly fields: readonly LoginField[]
  readonly helpUrl: string | null
  /** Server that receives the values, to show next to the form. Null or omitted if a form field names the server. */
  readonly host?: string | null | undefined
  readonly state: string
  readonly remember: RawData
}

/** An account to choose from. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  /** Kind of the account, for example `page`, `channel` or `location`. Null for a network with only one kind. */
  readonly kind: string | null
}

/**
 * Next step: let the person choose an account, then call `choose`. `resumeToken` is a secret, and hidden when
 * printed. Do not send it to the browser.
 */
export interface ChooseAccount {
  readonly step: 'CHOOSE_ACCOUNT'
  readonly options: readonly AccountChoice[]
  readonly resumeToken: string
}

/** The sign-in is complete. */
export interface Finished {
  readonly step: 'FINISHED'
  readonly connection: Connection
}

/** Next step of a sign-in. */
export type LoginStep = SendToNetwork | AskForDetails | ChooseAccount | Finished
