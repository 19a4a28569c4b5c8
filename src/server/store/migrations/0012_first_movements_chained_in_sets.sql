-- Who writes the first movements of many barcodes chains them himself, in one statement: a movement that has its position is left alone.
DROP TRIGGER "movement_chained" ON "movement";
--> statement-breakpoint
CREATE TRIGGER "movement_chained" BEFORE INSERT ON "movement"
  FOR EACH ROW WHEN (NEW.position = 0) EXECUTE FUNCTION "movement_joins_its_chain"();
