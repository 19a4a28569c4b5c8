// The grower storage area: tabs around the screens of documents and corrections.
import { screensOf } from '#client/documents/screens.tsx'
import { AdjustStoredScreen } from '#client/features/adjust-trim/screens.ts'
import { GrowerStorageHome, GrowerStorageTab } from '#client/features/grower-storage/grower-storage.tsx'

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
