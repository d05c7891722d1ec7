import type { RawData } from '../../errors/index.js'
import type { Update } from '../../models/index.js'
import type { Clock } from '../ports.js'

/** Headers of a webhook request, names in lower case. */
export type PushHeaders = Readonly<Record<string, string>>

/**
 * What the signature of a webhook is verified with: one secret, several that are tried in turn (while one is replaced), or
 * an object with what the network needs instead of a shared secret; its README names the fields.
 */
export type WebhookSecret = string | readonly string[] | RawData

/** Verifies the signature of webhook requests: over the exact bytes, in constant time, offline. */
export interface CanCheckSignature {
  /** @throws SignatureError when it does not fit; the same error, whatever is wrong. */
  checkSignature(
    body: Uint8Array,
    headers: PushHeaders,
    options: { readonly secret: WebhookSecret; readonly clock: Clock },
  ): void | Promise<void>
}

/** Reads a pushed message that holds exactly one update. Drops the rest: prefer `CanReadPushedUpdates`. */
export interface CanReadPushedUpdate {
  readUpdate(body: Uint8Array, headers: PushHeaders): Update
}

/**
 * Reads a pushed message: one update per change. Pure: `now`, the moment by the client's clock, is the timestamp of a
 * change of which the network tells none. It must not be part of an id, because the same push may come again later.
 */
export interface CanReadPushedUpdates {
  readUpdates(body: Uint8Array, headers: PushHeaders, now: Date): readonly Update[]
}

/** Answers the check by which a network makes sure of a webhook address, once, when it is set up. Pure. */
export interface CanAnswerSetupCheck {
  /** @returns The challenge, to be sent back as the body. @throws SignatureError for a wrong verify token. */
  answerSetupCheck(
    params: Readonly<Record<string, string>>,
    options: { readonly verifyToken: string },
  ): string
}

/** A request to one of a platform's own routes. */
export interface ExtraRouteRequest {
  readonly method: 'GET' | 'POST'
  /** Path below the platform's own part, without slashes around it. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: PushHeaders
  readonly body: Uint8Array
  readonly secret: WebhookSecret | null
  readonly clock: Clock
  /** Public address of the mounted routes, without a trailing slash. */
  readonly baseUrl: string
}

/** What one of a platform's own routes answers; `updates` go to `deliver` first. */
export interface ExtraRouteReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly updates?: readonly Update[] | undefined
}

/** Adds routes: GET below `networks/<platform>/`, POST below `webhooks/<platform>/`. */
export interface CanAddRoutes {
  readonly extraRoutes: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[]
  handleExtraRoute(request: ExtraRouteRequest): ExtraRouteReply | Promise<ExtraRouteReply>
}

/** The abilities of this topic. */
export type PushAbilities = CanCheckSignature &
  CanReadPushedUpdate &
  CanReadPushedUpdates &
  CanAnswerSetupCheck &
  CanAddRoutes
