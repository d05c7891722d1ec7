import { createHash } from 'node:crypto'

/**
 * Begins every script. `now` is the server's time in milliseconds. A command that was given up waits in the client, or in
 * a connection that is cut, and may arrive minutes later: from its moment on a call is void, so that it cannot undo what
 * was written since.
 */
const BEGINNING = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now >= tonumber(ARGV[1]) then return {'LATE', now} end
`

/** A lease that ends more than its own length from now shows that the server's clock was set back: it ends one from now. */
export const MEND = `local function mended(ends, lease)
  if tonumber(ends) > now + tonumber(lease) then return now + tonumber(lease) end
  return tonumber(ends)
end
`

/** A script that Redis runs as a whole, with nobody in between. */
export interface Script {
  readonly text: string
  /** What Redis knows it by once it has seen it. */
  readonly sha: string
}

/** Whoever runs scripts: a session. */
export interface ScriptRunner {
  run(
    script: Script,
    keys: readonly [string, ...string[]],
    args: readonly (string | number)[],
  ): Promise<unknown>
}

/** Makes a script. In it `now` is the time, `KEYS` the keys, and `ARGV` the arguments from the second on. */
export function script(body: string): Script {
  const text = BEGINNING + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}
