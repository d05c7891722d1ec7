import { notesOf } from './log/request-notes.js'

/** Handler of one request. */
export type Handler = (request: Request) => Response | Promise<Response>

/** A request with the parameters of its route. */
export interface Visit {
  readonly request: Request
  readonly url: URL
  /** Decoded values of the `:name` segments of the route. */
  readonly params: Readonly<Record<string, string>>
}

/** Handler of one route. */
export type RouteHandler = (visit: Visit) => Response | Promise<Response>

interface Route {
  readonly method: string
  readonly pattern: string
  readonly expression: RegExp
  readonly answer: RouteHandler
}

/**
 * Converts a path pattern such as `/statuses/:id/context` to a regular expression. `*` matches any
 * characters, including slashes.
 */
export function pathExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Selects the handler of a request by method and path. The first matching route applies. HEAD
 * requests use the GET routes.
 */
export class Router {
  readonly #routes: Route[] = []

  /**
   * Adds a route.
   *
   * @param route - Method and path pattern, for example `'GET /api/v1/statuses/:id'`.
   * @param answer - Handler of the route.
   */
  on(route: string, answer: RouteHandler): this {
    const space = route.indexOf(' ')
    const pattern = route.slice(space + 1)
    this.#routes.push({
      method: route.slice(0, space),
      pattern,
      expression: pathExpression(pattern),
      answer,
    })
    return this
  }

  /**
   * Handles a request and logs its route. Returns null if no route matches.
   *
   * @param path - Path that replaces the path of the request.
   */
  async handle(request: Request, path?: string): Promise<Response | null> {
    const url = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const route of this.#routes) {
      if (route.method !== method) continue
      const match = route.expression.exec(path ?? url.pathname)
      if (match === null) continue
      notesOf(request).route = `${route.method} ${route.pattern}`
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
      )
      return route.answer({ request, url, params })
    }
    return null
  }
}
