import { ControlError, operation } from '../framework/control/operations.js'
import { type GraphFault, Refusal } from './refusal.js'
import { SHARED_FAULTS } from './shared-faults.js'
import type { GraphState } from './state.js'

/** Returns the name of a call for the operations: its method and the last part of its path. */
export function callName(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  const last = path.split('/').at(-1) ?? ''
  return `${method} ${last.startsWith(':') ? 'node' : last}`
}

/** Throws the planned error of a call, if there is one. */
export function throwPlanned(
  state: GraphState,
  on: string,
  options: { readonly afterEffect: boolean },
): void {
  const plan = state.planned.find(
    (one) => one.left > 0 && one.on === on && one.afterEffect === options.afterEffect,
  )
  if (plan === undefined) return
  plan.left -= 1
  throw new Refusal(plan.fault)
}

/** Operations that plan errors of calls. */
export function plannedOperations(
  state: GraphState,
  faults: Readonly<Record<string, GraphFault>>,
  calls: () => readonly string[],
) {
  const all: Readonly<Record<string, GraphFault>> = { ...SHARED_FAULTS, ...faults }
  const plan = (
    on: string,
    fault: GraphFault,
    options: { readonly times?: number | undefined; readonly afterEffect?: boolean | undefined },
  ): void => {
    if (!calls().includes(on))
      throw new ControlError(`There is no call "${on}". There are: ${calls().join(', ')}.`)
    state.planned.push({ on, fault, afterEffect: options.afterEffect ?? false, left: options.times ?? 1 })
  }
  return {
    refuse: operation({
      does: 'Refuses the next calls of a kind (POST media_publish, or "node" for an object itself) with an error by its name, before or after they take effect.',
      takes: { on: 'text', with: 'text', times: 'number?', afterEffect: 'boolean?', status: 'number?' },
      run: ({ on, with: name, status, ...options }) => {
        const fault = Object.hasOwn(all, name) ? all[name] : undefined
        if (fault === undefined)
          throw new ControlError(`There is no error "${name}". Errors: ${Object.keys(all).join(', ')}.`)
        plan(on, { ...fault, ...(status !== undefined && { status }) }, options)
      },
    }),
    refuseWithCode: operation({
      does: 'Refuses the next calls of a kind with any code, subcode and message.',
      takes: {
        on: 'text',
        code: 'number',
        subcode: 'number?',
        message: 'text?',
        type: 'text?',
        status: 'number?',
        isTransient: 'boolean?',
        times: 'number?',
        afterEffect: 'boolean?',
      },
      run: ({ on, code, subcode, message, type, status, isTransient, ...options }) =>
        plan(
          on,
          {
            code,
            message: message ?? `(#${code}) Refused on request`,
            ...(subcode !== undefined && { subcode }),
            ...(type !== undefined && { type }),
            ...(status !== undefined && { status }),
            ...(isTransient !== undefined && { isTransient }),
          },
          options,
        ),
    }),
    refusals: operation({
      does: 'Returns the names of the errors and of the calls.',
      takes: {},
      reads: true,
      run: () => ({ names: Object.keys(all), calls: calls() }),
    }),
  }
}
