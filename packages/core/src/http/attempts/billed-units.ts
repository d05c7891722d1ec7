import type { ParsedReply } from '../readers/reply.js'
import type { RequestCost } from '../types.js'

/** Returns the units that the network billed for a response, at most the reserved units. */
export function billedUnits({ units, billed }: RequestCost, reply: ParsedReply): number {
  const reported = billed?.(reply) ?? units
  return Math.min(units, Math.max(0, reported))
}
