// Shows the balance of a lot: incoming plants, current plants, and their difference.
import { Icon } from '#app/ui/icon.tsx'
import type { Trace, TraceSumOf } from '#features/history/common/trace.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'

// One side of the balance; returned plants are subtracted from issued ones.
type Side = readonly (readonly [of: TraceSumOf, sign: 1 | -1])[]
const incoming: Side = [
  ['imported', 1],
  ['adjusted', 1],
]
const current: Side = [
  ['onHand', 1],
  ['growerStorage', 1],
  ['inTransit', 1],
  ['issued', 1],
  ['returned', -1],
  ['dumped', 1],
]

export function TraceSums({ trace }: { readonly trace: Trace }) {
  const elsewhere = Object.values(trace.Sums).some((sum) => sum.Elsewhere !== 0)
  const isBalanced = trace.Difference === 0
  return (
    <section className="trace-sums layout-stack" aria-labelledby="trace-balance">
      <SideTable title={say('trace.cameIn')} side={incoming} trace={trace} elsewhere={elsewhere} />
      <SideTable title={say('trace.now')} side={current} trace={trace} elsewhere={elsewhere} />
      <p id="trace-balance" className="trace-balance" data-even={isBalanced}>
        <Icon name={isBalanced ? 'check' : 'error'} />
        {isBalanced ? say('trace.inOrder') : say('trace.notInOrder', { n: sayCount(trace.Difference) })}
      </p>
    </section>
  )
}

interface SideProps {
  readonly title: string
  readonly side: Side
  readonly trace: Trace
  /** True if some plants are at other locations and need a column. */
  readonly elsewhere: boolean
}

const SideTable = ({ title, side, trace: { Sums }, elsewhere }: SideProps) => {
  const rows = side.map(([name, sign]) => {
    const { Here, Elsewhere } = Sums[name]
    // Adding 0 turns -0 into 0.
    return { name, all: sign * (Here + Elsewhere) + 0, elsewhere: sign * Elsewhere + 0 }
  })
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + count(row), 0)
  return (
    <table className="trace-side card-edge">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{say('trace.plants')}</th>
          {elsewhere && <th scope="col">{say('trace.elsewhere')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{say(`trace.sum.${row.name}`)}</th>
            <td>{sayCount(row.all)}</td>
            {elsewhere && <td>{sayCount(row.elsewhere)}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('trace.together')}</th>
          <td>{sayCount(sum(({ all }) => all))}</td>
          {elsewhere && <td>{sayCount(sum((row) => row.elsewhere))}</td>}
        </tr>
      </tfoot>
    </table>
  )
}
