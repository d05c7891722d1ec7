import type { RawData } from '../../errors/index.js'
import type { AppCredentials } from '../../models/index.js'
import type { Call, LoginCall } from '../calls.js'
import type { LoginRequest, LoginStep } from '../login.js'

/** Input of an app registration. */
export interface AppRequest {
  /** Name of the app, which people see on the approval page. */
  readonly name: string
  readonly redirectUri: string
  readonly host: string | null
  /** Requested scopes. An empty list requests the platform's default scopes. */
  readonly scopes: readonly string[]
  readonly website: string | null
}

/** Registers an app at the network. */
export interface CanCreateApp {
  createApp(request: AppRequest, call: LoginCall): Promise<AppCredentials>
}

/** Resumes a sign-in after an account was chosen. */
export interface CanResumeLogin {
  resumeLogin(
    login: LoginRequest,
    choice: { readonly resumeToken: string; readonly accountId: string; readonly remember: RawData },
    call: LoginCall,
  ): Promise<LoginStep>
}

/** Revokes tokens at the network. */
export interface CanRevoke {
  /**
   * Revokes the token.
   * @throws AuthError, NotFoundError for an already revoked token. The client treats both errors as success.
   */
  revoke(call: Call): Promise<void>
}

/** Intersection of all sign-in abilities. */
export type SignInAbilities = CanCreateApp & CanResumeLogin & CanRevoke
