import { ControlError } from '../control/operations.js'
import type { Fault, FaultHandle } from './fault-types.js'

/** Failure that was seen on the live network, with the faults that reproduce it. */
export interface FieldReport {
  /** Operation of the network and its response, as a sentence for developers. */
  readonly does: string
  /** URL of the report, or `general` for a failure that follows from how HTTP works. */
  readonly source: string
  /** Date of the report, or of the version that was read: `2026-09-09`. Null for `general`. */
  readonly date: string | null
  /** True if the source names no HTTP status. The emulator then responds with 400. */
  readonly assumesStatus?: boolean | undefined
  /** Faults that are added together. */
  readonly faults: readonly Fault[]
  /** Faults that apply only after the first of `faults` has affected a request. */
  readonly afterwards?: readonly Fault[] | undefined
  /**
   * True if the failure was also seen after the request took effect. The variant `afterEffect` is
   * then available.
   */
  readonly occursAfterEffect?: boolean | undefined
}

/** Reports of one network, by id, for example `F-TH-03`. */
export type FieldReports = Readonly<Record<string, FieldReport>>

/** Variant of a report. */
export interface ReportVariant {
  /** The requests take effect, and only their responses fail. Default: false. */
  readonly afterEffect?: boolean | undefined
}

/** Faults of a report that was added. */
export interface AddedReport {
  readonly id: string
  readonly report: FieldReport
  /** Number of requests that the faults of the report affected so far. */
  readonly hits: number
  /** Removes the faults of the report. */
  remove(): void
}

/** Changes a fault so that its request takes effect before the response fails. */
function takingEffect(fault: Fault): Fault {
  if (fault.fault === 'closeBeforeEffect') return { ...fault, fault: 'replyLost' }
  return fault.fault === 'status' ? { ...fault, afterEffect: true } : fault
}

/**
 * Returns a report in the given variant.
 *
 * @throws ControlError for an unknown id, and for a variant that the report does not have.
 */
export function findReport(
  reports: FieldReports,
  id: string,
  { afterEffect = false }: ReportVariant = {},
): FieldReport {
  const report = Object.hasOwn(reports, id) ? reports[id] : undefined
  if (report === undefined) {
    const known = Object.keys(reports)
    throw new ControlError(
      `There is no field report "${id}". ${known.length === 0 ? 'This network has none.' : `Reports of this network: ${known.join(', ')}.`}`,
    )
  }
  if (!afterEffect) return report
  if (report.occursAfterEffect !== true)
    throw new ControlError(`The failure of ${id} was not seen after the effect. Leave "afterEffect" out.`)
  return { ...report, faults: report.faults.map(takingEffect) }
}

/** Groups the added faults of a report. */
export const addedReport = (
  id: string,
  report: FieldReport,
  handles: readonly FaultHandle[],
): AddedReport => ({
  id,
  report,
  get hits() {
    return handles.reduce((sum, { hits }) => sum + hits, 0)
  },
  remove() {
    for (const handle of handles) handle.remove()
  },
})
