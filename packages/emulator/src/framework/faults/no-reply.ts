const cut = new WeakSet<Response>()

/**
 * Creates a response that the server never sends. The server ends the connection instead. Handlers
 * use it to imitate servers that close the connection.
 */
export function hangUp(): Response {
  const response = new Response(null)
  cut.add(response)
  return response
}

/** Returns true for a response that `hangUp` created. */
export const isHungUp = (response: Response): boolean => cut.has(response)
