import type { ArgumentKinds, OptionKinds } from '../../contract/ability-row.js'
import { ABILITY_ROWS } from '../../contract/ability-rows.js'
import type { AbilityMethodName, Call } from '../../contract/index.js'
import { readCallOptions } from '../arguments.js'
import type { CallOptions } from '../types.js'
import type { AccountRunner } from './account-runner.js'
import { ARGUMENT_READERS, OPTION_READERS } from './argument-readers.js'
import { CUSTOM_OPERATIONS } from './custom-operations.js'

/** One operation: the platform's method behind it, and how it is carried out. */
export interface OperationEntry {
  readonly method: AbilityMethodName
  readonly run: (runner: AccountRunner, ...args: readonly never[]) => unknown
}

/** A row with any arguments: which it has is only known to the type of the rows themselves. */
interface AnyRow {
  readonly ability: string
  readonly operation?: string
  readonly takes?: 'CUSTOM' | readonly (readonly [name: string, kind: keyof ArgumentKinds])[]
  readonly options?: Readonly<Record<string, keyof OptionKinds>>
}

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>

/** Reads the arguments as the row says, and hands them on to the platform's method. */
function handOn(method: AbilityMethodName, operation: string, row: AnyRow): OperationEntry['run'] {
  const takes = row.takes as Exclude<AnyRow['takes'], undefined | 'CUSTOM'> // operationsOfRows looked
  const options = row.options === undefined ? null : Object.entries(row.options)
  const optionNames = options?.map(([name]) => name) ?? []
  return (runner, ...given: readonly unknown[]) => {
    const place = { operation, connectionId: runner.id }
    const args: unknown[] = takes.map(([name, kind], index) =>
      ARGUMENT_READERS[kind](given[index], { ...place, name }),
    )
    const read = readCallOptions<CallOptions & Record<string, unknown>>(
      given[takes.length] as CallOptions & Record<string, unknown>, // it refuses what is none
      operation,
      optionNames,
    )
    if (options !== null)
      args.push(
        Object.fromEntries(options.map(([name, kind]) => [name, OPTION_READERS[kind](read[name], name)])),
      )
    return runner.run(
      method,
      read,
      (platform, call: Call) => (platform[method] as AnyMethod)(...args, call), // the type of the rows holds arguments and method together
    )
  }
}

function operationsOfRows(): Readonly<Record<string, OperationEntry>> {
  const operations: Record<string, OperationEntry> = {}
  const custom: Readonly<Record<string, OperationEntry['run']>> = CUSTOM_OPERATIONS
  for (const [name, row] of Object.entries<AnyRow>(ABILITY_ROWS)) {
    if (row.takes === undefined) continue
    const method = name as AbilityMethodName // the keys of the rows
    const operation = row.operation ?? method
    const run = custom[operation] ?? handOn(method, operation, row)
    operations[operation] = { method, run }
  }
  return operations
}

/** Every operation of an account, by its name: from the row of each, which is all that is written of most of them. */
export const OPERATIONS: Readonly<Record<string, OperationEntry>> = operationsOfRows()

/** The platform's method behind what an application asks about; the name itself for what is no operation. */
export function methodBehind(what: string): string {
  return Object.hasOwn(OPERATIONS, what) ? (OPERATIONS[what]?.method ?? what) : what
}
