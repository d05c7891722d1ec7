import { notesOf } from './log/request-notes.js'

/** Answers one request. */
export type Handler = (request: Request) => Response | Promise<Response>

/** A request on its way to the code behind one route. */
export interface Visit {
  readonly request: Request
  readonly url: URL
  /** What stood in the places of `:name`, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** The code behind one route. */
export type RouteHandler = (visit: Visit) => Response | Promise<Response>

interface Route {
  readonly method: string
  readonly pattern: string
  readonly expression: RegExp
  readonly answer: RouteHandler
}

/** `/statuses/:id/context` as an expression; `*` stands for anything, slashes included. */
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

/** Finds the code for a request by method and path. The first route that fits wins; HEAD is answered by GET. */
export class Router {
  readonly #routes: Route[] = []

  /**
   * Adds a route.
   *
   * @param route - Method and path: `'GET /api/v1/statuses/:id'`.
   * @param answer - The code behind it.
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
   * Answers a request; null when no route fits. The route goes into the log.
   *
   * @param path - Looked for in place of the path of the request.
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
