import type { RawData } from '../../errors/index.js'
import type { AppCredentials } from '../../models/index.js'
import type { Call, LoginCall } from '../calls.js'
import type { LoginRequest, LoginStep } from '../login.js'

/** What an app registration asks for. */
export interface AppRequest {
  /** Shown to people on the approval page. */
  readonly name: string
  readonly redirectUri: string
  readonly host: string | null
  /** Empty = the platform's own defaults. */
  readonly scopes: readonly string[]
  readonly website: string | null
}

/** Registers an app at the network. */
export interface CanCreateApp {
  createApp(request: AppRequest, call: LoginCall): Promise<AppCredentials>
}

/** Goes on with a sign-in after an account was picked. */
export interface CanResumeLogin {
  resumeLogin(
    login: LoginRequest,
    choice: { readonly resumeToken: string; readonly accountId: string; readonly remember: RawData },
    call: LoginCall,
  ): Promise<LoginStep>
}

/** Token revocation at the network. */
export interface CanRevoke {
  /** @throws AuthError, NotFoundError when the token is revoked already: the client counts that as success. */
  revoke(call: Call): Promise<void>
}

/** The abilities of this topic. */
export type SignInAbilities = CanCreateApp & CanResumeLogin & CanRevoke
