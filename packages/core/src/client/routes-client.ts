import type {
  LoginMemory,
  LoginStep,
  Platform,
  Clock,
  Random,
  PushHeaders,
  SeenUpdates,
  WebhookSecret,
} from '../contract/index.js'
import type { Update } from '../models/index.js'
import type { CallOptions, ChooseOptions, FinishLoginOptions, StartLoginOptions } from './types.js'

/** The methods of a client that the HTTP routes use. Every `SocialClient` implements this interface. */
export interface RoutesClient {
  readonly clock: Clock
  readonly random: Random
  readonly loginMemory: LoginMemory
  readonly seenUpdates: SeenUpdates
  /** Returns true if the client has a platform with that name. */
  hasPlatform(name: string): boolean
  /**
   * Returns the platform with that name.
   * @throws ConfigError for an unknown name.
   */
  platformFor(name: string): Platform
  /** Returns true if an app is stored for that network and server, or if the network needs no app. */
  hasApp(name: string, host: string | null, options?: CallOptions): Promise<boolean>
  startLogin(name: string, options: StartLoginOptions): Promise<LoginStep>
  finishLogin(name: string, options: FinishLoginOptions): Promise<LoginStep>
  choose(name: string, options: ChooseOptions): Promise<LoginStep>
  answerSetupCheck(
    name: string,
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string
  checkSignature(
    name: string,
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret },
  ): Promise<void>
  readUpdates(name: string, body: Uint8Array, headers?: PushHeaders): readonly Update[]
}
