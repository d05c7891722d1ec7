import { type Reply, sendNode } from '@social/core/routes'
import type { Response } from 'express'

/**
 * Sends the reply of a social route. Headers and cookies that other handlers set remain in the
 * response.
 */
export function sendReply(reply: Reply, response: Response): Promise<void> {
  if (reply.headers['set-cookie'] === undefined) return sendNode(reply, response)
  const { 'set-cookie': cookie, ...headers } = reply.headers
  response.append('set-cookie', cookie)
  return sendNode({ ...reply, headers }, response)
}
