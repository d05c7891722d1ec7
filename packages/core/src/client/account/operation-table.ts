import type { ArgumentKinds, OptionKinds } from '../../contract/ability-row.js'
import { ABILITY_ROWS } from '../../contract/ability-rows.js'
import type { AbilityMethodName, Call } from '../../contract/index.js'
import { readCallOptions } from '../arguments.js'
import type { CallOptions } from '../types.js'
import type { AccountRunner } from './account-runner.js'
import { ARGUMENT_READERS, OPTION_READERS } from './argument-readers.js'
import { CUSTOM_OPERATIONS } from './custom-operations.js'

/** One operation of an account: the platform's method behind it, and the function that performs it. */
export interface OperationEntry {
  readonly method: AbilityMethodName
  readonly run: (runner: AccountRunner, ...args: readonly never[]) => unknown
}

/**
 * A row of `ABILITY_ROWS` without its argument types. The type of `ABILITY_ROWS` defines the arguments of each row.
 */
interface AnyRow {
  readonly ability: string
  readonly operation?: string
  readonly takes?: 'CUSTOM' | readonly (readonly [name: string, kind: keyof ArgumentKinds])[]
  readonly options?: Readonly<Record<string, keyof OptionKinds>>
}

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>

/** Makes a function that reads the arguments as the row describes, and passes them to the platform's method. */
function passThrough(method: AbilityMethodName, operation: string, row: AnyRow): OperationEntry['run'] {
  const takes = row.takes as Exclude<AnyRow['takes'], undefined | 'CUSTOM'> // safe cast: `operationsOfRows` passes no other rows
  const options = row.options === undefined ? null : Object.entries(row.options)
  const optionNames = options?.map(([name]) => name) ?? []
  return (runner, ...given: readonly unknown[]) => {
    const place = { operation, connectionId: runner.id }
    const args: unknown[] = takes.map(([name, kind], index) =>
      ARGUMENT_READERS[kind](given[index], { ...place, name }),
    )
    const read = readCallOptions<CallOptions & Record<string, unknown>>(
      given[takes.length] as CallOptions & Record<string, unknown>, // safe cast: `readCallOptions` refuses any other value
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
      (platform, call: Call) => (platform[method] as AnyMethod)(...args, call), // safe cast: the types of `ABILITY_ROWS` make the arguments fit the method
    )
  }
}

function operationsOfRows(): Readonly<Record<string, OperationEntry>> {
  const operations: Record<string, OperationEntry> = {}
  const custom: Readonly<Record<string, OperationEntry['run']>> = CUSTOM_OPERATIONS
  for (const [name, row] of Object.entries<AnyRow>(ABILITY_ROWS)) {
    if (row.takes === undefined) continue
    const method = name as AbilityMethodName // safe cast: the keys of `ABILITY_ROWS` are method names
    const operation = row.operation ?? method
    const run = custom[operation] ?? passThrough(method, operation, row)
    operations[operation] = { method, run }
  }
  return operations
}

/** Every operation of an account, by its name. Most operations are fully described by their row of `ABILITY_ROWS`. */
export const OPERATIONS: Readonly<Record<string, OperationEntry>> = operationsOfRows()

/** Returns the name of the platform's method behind an operation. Returns any other name unchanged. */
export function methodBehind(what: string): string {
  return Object.hasOwn(OPERATIONS, what) ? (OPERATIONS[what]?.method ?? what) : what
}
