import type { ParsedReply } from '../readers/reply.js'
import type { RequestCost } from '../types.js'

/** Units that a reply was billed for: never more than what was kept free for it. */
export function billedUnits({ units, billed }: RequestCost, reply: ParsedReply): number {
  const told = billed?.(reply) ?? units
  return Math.min(units, Math.max(0, told))
}
