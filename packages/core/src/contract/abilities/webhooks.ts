import type { RawData } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import type { Clock } from '../ports.js'

/** Headers of a webhook request, names in lower case. */
export type PushHeaders = Readonly<Record<string, string>>

/**
 * Secret for webhook signatures: one secret, several during rotation (checked in order), or an object for networks without
 * a shared secret. The network's README lists the fields.
 */
export type WebhookSecret = string | readonly string[] | RawData

/** Verifies the signature of webhook requests: over the exact bytes, in constant time, offline. */
export interface CanCheckSignature {
  /** @throws SignatureError for an invalid signature: the same error for every cause. */
  checkSignature(
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret; readonly clock: Clock },
  ): void | Promise<void>
}

/**
 * Reads one update from a pushed message and ignores further updates in the message. Prefer `CanReadPushedUpdates`.
 */
export interface CanReadPushedUpdate {
  readUpdate(body: Uint8Array, headers: PushHeaders): Update
}

/**
 * Reads a pushed message: one update per change. Pure. `now`, the time of the client's clock, is the timestamp of a change
 * without its own. It must not be part of an id, because the same push may be sent again later.
 */
export interface CanReadPushedUpdates {
  readUpdates(body: Uint8Array, headers: PushHeaders, now: Date): readonly Update[]
}

/** Answers the network's one-time verification of a webhook URL during setup. Pure. */
export interface CanAnswerSetupCheck {
  /** @returns The challenge to send as the response body. @throws SignatureError for a wrong verify token. */
  answerSetupCheck(
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string
}

/** A request to one of a platform's own routes. */
export interface ExtraRouteRequest {
  readonly method: 'GET' | 'POST'
  /** Path below the platform's own prefix, without leading or trailing slashes. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: PushHeaders
  readonly body: Uint8Array
  readonly secret: WebhookSecret | null
  readonly clock: Clock
  /** Public URL of the mounted routes, without a trailing slash. */
  readonly baseUrl: string
}

/** Response of a platform's own route. `deliver` receives the `updates` before the response is sent. */
export interface ExtraRouteReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly updates?: readonly Update[] | undefined
}

/**
 * Adds routes to the mounted routes: GET routes below `networks/<platform>/`, POST routes below
 * `webhooks/<platform>/`.
 */
export interface CanAddRoutes {
  readonly extraRoutes: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[]
  handleExtraRoute(request: ExtraRouteRequest): ExtraRouteReply | Promise<ExtraRouteReply>
}

/** All webhook abilities. */
export type PushAbilities = CanCheckSignature &
  CanReadPushedUpdate &
  CanReadPushedUpdates &
  CanAnswerSetupCheck &
  CanAddRoutes
