// The grower storage area: tabs around the screens of documents and corrections.
import { screensOf } from '#documents/client/screens.tsx'
import { AdjustStoredScreen } from '#features/adjustment/client/screens.ts'
import { GrowerStorageHome, GrowerStorageTab } from '#features/grower-storage/client/grower-storage.tsx'

const IssuanceList = screensOf('issuance', 'growerStorage').List
const DumpList = screensOf('dump', 'growerStorage').List

export function Home() {
  return (
    <GrowerStorageHome>
      <AdjustStoredScreen />
    </GrowerStorageHome>
  )
}
export function Issuance() {
  return (
    <GrowerStorageTab route="growerStorageIssuance">
      <IssuanceList />
    </GrowerStorageTab>
  )
}
export function Dump() {
  return (
    <GrowerStorageTab route="growerStorageDump">
      <DumpList />
    </GrowerStorageTab>
  )
}
