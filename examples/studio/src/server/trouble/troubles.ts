import type { SwitchInfo, Trouble } from '../../shared/trouble.js'
import type { Networks } from '../emulated/emulator.js'
import { type NetworkName, type On, switchOn, troublesOf } from '../emulated/faults.js'
import { BadRequest } from '../refusals.js'

/** Fault switches of the emulated networks. All switches are off after a restart. */
export class Troubles {
  readonly #networks: Networks
  readonly #on = new Map<string, On>()

  constructor(networks: Networks) {
    this.#networks = networks
  }

  /** Returns the switches of a network with their state. */
  switches(name: NetworkName): readonly SwitchInfo[] {
    return troublesOf(this.#networks, name).map((trouble) => {
      const on = this.#on.get(`${name} ${trouble}`)
      const hits = on?.handles.reduce((sum, handle) => sum + handle.hits, 0) ?? 0
      return { trouble, isOn: on !== undefined, hits }
    })
  }

  isOn(name: string, trouble: Trouble): boolean {
    return this.#on.has(`${name} ${trouble}`)
  }

  /**
   * Turns a switch on or off.
   * @throws BadRequest if the network does not have the switch.
   */
  set(name: string, trouble: Trouble, isOn: boolean): void {
    if (!this.#isNetwork(name) || !troublesOf(this.#networks, name).includes(trouble))
      throw new BadRequest('This network does not have this switch.')
    const key = `${name} ${trouble}`
    this.#on.get(key)?.off()
    this.#on.delete(key)
    if (isOn) this.#on.set(key, switchOn(this.#networks, name, trouble))
  }

  #isNetwork(name: string): name is NetworkName {
    return Object.hasOwn(this.#networks.control, name)
  }
}
