import type { NetworkInfo } from '../../shared/networks.js'

/** A colour of its own for each name, the same every time. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 360
  return sum
}

/** The name of a network, with a dot of its own colour. */
export function NetworkBadge({ network }: { readonly network: NetworkInfo | undefined }) {
  if (network === undefined) return null
  return (
    <span class="network" style={{ '--hue': hueOf(network.name) }}>
      {network.displayName}
    </span>
  )
}
