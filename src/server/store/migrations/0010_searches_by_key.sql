ALTER TABLE "barcode" DROP CONSTRAINT "barcode_id_unique";--> statement-breakpoint
DROP INDEX "plant_return_grower";--> statement-breakpoint
DROP INDEX "print_server_location";--> statement-breakpoint
DROP INDEX "grower_commodity";--> statement-breakpoint
DROP INDEX "variety_commodity";--> statement-breakpoint
DROP INDEX "balance_account";--> statement-breakpoint
DROP INDEX "barcode_search";--> statement-breakpoint
DROP INDEX "document_list";--> statement-breakpoint
DROP INDEX "document_list_all";--> statement-breakpoint
DROP INDEX "transfer_destination";--> statement-breakpoint
ALTER TABLE "balance" ADD COLUMN "stocked" smallint GENERATED ALWAYS AS (case when kind not in ('stock', 'grower-storage') or qty <= 0 then 0 when qty > reserved then 2 else 1 end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "movement_returned" ON "movement" USING btree ("barcode","from_owner","from_place") WHERE from_kind = 'issued';--> statement-breakpoint
CREATE INDEX "balance_search" ON "balance" USING btree ("kind","owner","stocked","barcode","place") WHERE stocked > 0;--> statement-breakpoint
CREATE INDEX "balance_search_place" ON "balance" USING btree ("kind","owner","place","stocked","barcode") WHERE stocked > 0;--> statement-breakpoint
CREATE INDEX "balance_known_place" ON "balance" USING btree ("owner","place") WHERE kind = 'stock';--> statement-breakpoint
CREATE INDEX "barcode_of_variety" ON "barcode" USING btree ("commodity","variety_code","barcode");--> statement-breakpoint
CREATE INDEX "document_list" ON "document" USING btree ("kind","location","season_id","storage_type","status","number");--> statement-breakpoint
CREATE INDEX "document_list_all" ON "document" USING btree ("kind","location","season_id","storage_type","number");--> statement-breakpoint
CREATE INDEX "transfer_destination" ON "transfer" USING btree ("destination_location_id","number");