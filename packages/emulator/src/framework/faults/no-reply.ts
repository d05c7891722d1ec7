const cut = new WeakSet<Response>()

/**
 * A response that is never sent: the connection ends instead. For handlers of servers that close the
 * connection.
 */
export function hangUp(): Response {
  const response = new Response(null)
  cut.add(response)
  return response
}

/** True for a response that is never sent. */
export const isHungUp = (response: Response): boolean => cut.has(response)
