import type { LookInfo, Range } from '../../../shared/look.js'
import { ask, path } from '../../request.js'

/** What the charts ask of the server. */
export const lookApi = {
  read: (range: Range) => ask<LookInfo>('GET', path`/api/look?range=${range}`),
}
