const cut = new WeakSet<Response>()

/** An answer that never leaves: the connection ends in its place. For handlers of servers that hang up. */
export function hangUp(): Response {
  const response = new Response(null)
  cut.add(response)
  return response
}

/** True for an answer that never leaves. */
export const isHungUp = (response: Response): boolean => cut.has(response)
