import type { Reply } from '../reply.js'
import type { RouteRequest } from '../request.js'

/** Answers requests for hosted files, mounted at `{prefix}/media/<token>`. */
export interface MediaServer {
  /**
   * Answers one request for a hosted file.
   *
   * @param token - The last part of the path.
   * @param request - A GET or HEAD request.
   * @returns 404 for an unknown, released or expired token.
   */
  serve(token: string, request: RouteRequest): Promise<Reply>
}
