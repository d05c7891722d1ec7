/** Changes that the fault `changeReply` makes to a JSON response. */
export interface ReplyChange {
  /** New values of fields, by path: `data.privacy`. A missing field is added. */
  readonly set?: Readonly<Record<string, unknown>> | undefined
  /** Paths of fields to remove. */
  readonly remove?: readonly string[] | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the object that contains the last field of a path, and the name of that field. */
function parentOf(root: Record<string, unknown>, path: string) {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let parent = root
  for (const name of names) {
    const next = parent[name]
    if (!isRecord(next)) return null
    parent = next
  }
  return { parent, last }
}

/**
 * Changes the fields of a JSON response. The status and the headers stay the same. A response
 * without JSON is returned unchanged, as is a path through a missing field.
 */
export async function changeReply(
  response: Response,
  { set = {}, remove = [] }: ReplyChange,
): Promise<Response> {
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const { status } = response
  // The constructor of Response refuses a body for these statuses.
  if (status === 204 || status === 304) return new Response(null, { status, headers })
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return new Response(text, { status, headers })
  }
  if (!isRecord(root)) return new Response(text, { status, headers })
  for (const [path, value] of Object.entries(set)) {
    const found = parentOf(root, path)
    if (found !== null) found.parent[found.last] = value
  }
  for (const path of remove) {
    const found = parentOf(root, path)
    if (found !== null) delete found.parent[found.last]
  }
  return new Response(JSON.stringify(root), { status, headers })
}
