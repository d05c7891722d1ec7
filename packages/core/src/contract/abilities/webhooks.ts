import type { RawData } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import type { Clock } from '../ports.js'

/** Headers of a webhook request. Names are in lower case. */
export type PushHeaders = Readonly<Record<string, string>>

/**
 * Secret for webhook signatures. A list is used during rotation, and its secrets are tried in order. An object is
 * for networks without a shared secret, and the network's README lists its fields.
 */
export type WebhookSecret = string | readonly string[] | RawData

/**
 * Verifies the signature of webhook requests over the exact bytes. It must take constant time and send no request.
 */
export interface CanCheckSignature {
  /** @throws SignatureError for an invalid signature. The error is the same for every cause. */
  checkSignature(
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret; readonly clock: Clock },
  ): void | Promise<void>
}

/**
 * Reads one update from a pushed message, and ignores further updates in the message. New platforms should implement
 * `CanReadPushedUpdates` instead.
 */
export interface CanReadPushedUpdate {
  readUpdate(body: Uint8Array, headers: PushHeaders): Update
}

/**
 * Reads a pushed message and returns one update per change, without side effects. `now` is the time of the client's
 * clock, for changes that have no timestamp. `now` must not be part of an id, because the network may send the same
 * message again later.
 */
export interface CanReadPushedUpdates {
  readUpdates(body: Uint8Array, headers: PushHeaders, now: Date): readonly Update[]
}

/** Answers the request with which a network verifies a webhook URL once, during setup. Has no side effects. */
export interface CanAnswerSetupCheck {
  /**
   * @returns The challenge to send as the response body.
   * @throws SignatureError for a wrong verify token.
   */
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

/** Response of a platform's own route. The library passes the `updates` to `deliver` before it sends the response. */
export interface ExtraRouteReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly updates?: readonly Update[] | undefined
}

/**
 * Adds the platform's own routes: GET routes below `networks/<platform>/`, POST routes below `webhooks/<platform>/`.
 */
export interface CanAddRoutes {
  readonly extraRoutes: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[]
  handleExtraRoute(request: ExtraRouteRequest): ExtraRouteReply | Promise<ExtraRouteReply>
}

/** Intersection of all webhook abilities. */
export type PushAbilities = CanCheckSignature &
  CanReadPushedUpdate &
  CanReadPushedUpdates &
  CanAnswerSetupCheck &
  CanAddRoutes
