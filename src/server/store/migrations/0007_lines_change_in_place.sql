DROP INDEX "document_line_barcode";--> statement-breakpoint
DROP INDEX "document_line_held";--> statement-breakpoint
CREATE INDEX "document_line_of_barcode" ON "document_line" USING btree ("barcode");--> statement-breakpoint
-- Room on each page for the next version of a row that changes often; pages get it as they are written anew.
ALTER TABLE "document_line" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "document" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "balance" SET (fillfactor = 85);
