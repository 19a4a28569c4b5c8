// The grower storage area, put together: its tabs around the screens of documents and of corrections.
import { storedDumpScreens, storedIssuanceScreens } from '#client/documents/screens.tsx'
import { AdjustStoredScreen } from '#client/features/adjust-trim/screens.ts'
import { GrowerStorageHome, GrowerStorageTab } from '#client/features/grower-storage/grower-storage.tsx'

export const Home = () => (
  <GrowerStorageHome>
    <AdjustStoredScreen />
  </GrowerStorageHome>
)
export const Issuance = () => (
  <GrowerStorageTab route="growerStorageIssuance">
    <storedIssuanceScreens.List />
  </GrowerStorageTab>
)
export const Dump = () => (
  <GrowerStorageTab route="growerStorageDump">
    <storedDumpScreens.List />
  </GrowerStorageTab>
)
