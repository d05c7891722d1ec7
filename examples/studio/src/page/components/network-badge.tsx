import type { NetworkInfo } from '../../shared/networks.js'

/** Computes a colour from a network's name, so that each network always has the same colour. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 360
  return sum
}

/** Shows a network's name with a dot in the network's colour. */
export function NetworkBadge({ network }: { readonly network: NetworkInfo | undefined }) {
  if (network === undefined) return null
  return (
    <span class="network" style={{ '--hue': hueOf(network.name) }}>
      {network.displayName}
    </span>
  )
}
