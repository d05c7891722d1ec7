import { type Handler, Router } from '../framework/router.js'
import { requireAccess } from './access.js'
import { type FieldRequest, parseFields } from './fields.js'
import { type Params, readParams } from './params.js'
import { callName, throwPlanned } from './planned.js'
import type { Access } from './records.js'
import { FlatRefusal, Refusal, UploadRefusal } from './refusal.js'
import { jsonReply, otherRefusalReply, refusalReply } from './reply.js'
import type { GraphState } from './state.js'
import { countCall, usageHeaders } from './usage.js'

/** A call with the parameters of its route. */
export interface GraphVisit {
  readonly request: Request
  readonly url: URL
  /** Values of the `:name` segments of the route's path. */
  readonly path: Readonly<Record<string, string>>
  readonly params: Params
  /** Requested fields. Null if the call requested no fields. */
  readonly fields: readonly FieldRequest[] | null
}

/** A call with a valid token. */
export interface SignedVisit extends GraphVisit {
  readonly access: Access
}

/** Handler that returns an object. The server sends the object as JSON. */
export type SignedRoute<S> = (state: S, visit: SignedVisit) => unknown
/** Handler of a call without a token. Returns an object or a response. */
export type OpenRoute<S> = (state: S, visit: GraphVisit) => unknown
/** Handler that reads the request body itself. */
export type RawRoute<S> = (state: S, request: Request, path: Readonly<Record<string, string>>) => unknown

/** Routes of a network. */
export interface GraphRoutes<S> {
  /** Routes whose calls need a version and a token. */
  readonly signed: Readonly<Record<string, SignedRoute<S>>>
  /** Routes of pages and token endpoints, whose calls need no valid token. */
  readonly open: Readonly<Record<string, OpenRoute<S>>>
  /** Routes of the upload hosts. */
  readonly raw: Readonly<Record<string, RawRoute<S>>>
}

/** Lists the names of the calls for which an operation can plan an error. */
export const callNames = <S>({ signed, open, raw }: GraphRoutes<S>): readonly string[] =>
  [
    ...new Set(
      [...Object.keys(open), ...Object.keys(signed), ...Object.keys(raw)].map((route) => callName(route)),
    ),
  ].toSorted()

const unknownPath = (path: string): Refusal =>
  new Refusal({ code: 2500, status: 400, message: `Unknown path components: ${path}` })

function checkVersion(state: GraphState, url: URL, path: Readonly<Record<string, string>>): void {
  const version = path['version']
  if (version !== undefined && !state.settings.versions.includes(version)) throw unknownPath(url.pathname)
}

const toResponse = (answer: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  answer instanceof Response ? answer : jsonReply(answer, { headers })

async function answerSigned<S extends GraphState>(
  state: S,
  call: string,
  route: SignedRoute<S>,
  visit: GraphVisit,
): Promise<Response> {
  let access: Access | null = null
  try {
    throwPlanned(state, call, { afterEffect: false })
    access = requireAccess(state, visit.request, visit.params)
    countCall(state, access)
    const answer = await route(state, { ...visit, access })
    throwPlanned(state, call, { afterEffect: true })
    return toResponse(answer, usageHeaders(state, access))
  } catch (error) {
    if (error instanceof Refusal)
      return refusalReply(state, error, access === null ? {} : usageHeaders(state, access))
    throw error
  }
}

async function answerOpen(state: GraphState, call: string, run: () => unknown): Promise<Response> {
  throwPlanned(state, call, { afterEffect: false })
  const answer = await run()
  throwPlanned(state, call, { afterEffect: true })
  return toResponse(answer)
}

function refused(state: GraphState, error: unknown): Response {
  if (error instanceof Refusal) return refusalReply(state, error)
  if (error instanceof FlatRefusal || error instanceof UploadRefusal) return otherRefusalReply(error)
  throw error
}

/**
 * Creates the request handler of a Graph server.
 * @param before - Updates the state to the current time. Called before every call.
 */
export function graphHandler<S extends GraphState>(
  state: S,
  routes: GraphRoutes<S>,
  before: () => void | Promise<void>,
): Handler {
  const router = new Router()
  for (const [route, answer] of Object.entries(routes.raw))
    router.on(route, ({ request, url, params: path }) => {
      checkVersion(state, url, path)
      return answerOpen(state, callName(route), () => answer(state, request, path))
    })
  const visitOf = async (
    request: Request,
    url: URL,
    path: Readonly<Record<string, string>>,
  ): Promise<GraphVisit> => {
    checkVersion(state, url, path)
    const params = await readParams(request, url)
    return { request, url, path, params, fields: parseFields(params.text('fields')) }
  }
  for (const [route, answer] of Object.entries(routes.open))
    router.on(route, async ({ request, url, params }) => {
      const visit = await visitOf(request, url, params)
      return answerOpen(state, callName(route), () => answer(state, visit))
    })
  for (const [route, answer] of Object.entries(routes.signed))
    router.on(route, async ({ request, url, params }) =>
      answerSigned(state, callName(route), answer, await visitOf(request, url, params)),
    )
  return async (request) => {
    try {
      await before()
      return (await router.handle(request)) ?? refusalReply(state, unknownPath(new URL(request.url).pathname))
    } catch (error) {
      return refused(state, error)
    }
  }
}
